//! The shim's classes and methods, looked up once.
#![expect(unsafe_code, reason = "method ids are used without the checks that would cost more than the call")]

use jni::errors::{Error, Result};
use jni::ids::{JMethodID, JStaticMethodID};
use jni::objects::{JByteBuffer, JClass, JObject, JString, JValueOwned};
use jni::refs::Global;
use jni::signature::{Primitive, ReturnType};
use jni::strings::JNIString;
use jni::sys::{jint, jvalue};
use jni::{AttachConfig, Env, JavaVM};
use std::sync::OnceLock;

/// An object on the other side that stays alive for as long as this does.
pub(super) type Kept = Global<JObject<'static>>;

/// What the engine calls. The ids stay valid because the classes are kept.
struct Shim {
    engine: Global<JClass<'static>>,
    _host: Global<JClass<'static>>,
    _worker: Global<JClass<'static>>,
    new_worker: JStaticMethodID,
    buffer_of: JStaticMethodID,
    run: JMethodID,
    description: JMethodID,
    options: JMethodID,
    news: JMethodID,
    rebuild: JMethodID,
    edit: JMethodID,
    same: JMethodID,
    whole: JMethodID,
    random: JMethodID,
    move_text: JMethodID,
    state_text: JMethodID,
    failure: JMethodID,
}

static SHIM: OnceLock<Shim> = OnceLock::new();

/// Looks everything up. Called once, from a thread whose class loader knows the shim.
pub(super) fn set_up(env: &mut Env, engine: &JClass, worker: &JClass, host: &JClass) -> Result<()> {
    if SHIM.get().is_some() {
        return Ok(());
    }
    let mut method = |class: &JClass, name: &str, signature: &str| {
        let signature = jni::signature::RuntimeMethodSignature::from_str(signature)?;
        env.get_method_id(class, JNIString::from(name), signature.method_signature())
    };
    let run = method(worker, "run", "(I)I")?;
    let text = "()Ljava/lang/String;";
    let description = method(host, "description", text)?;
    let options = method(host, "options", text)?;
    let failure = method(host, "failure", text)?;
    let news = method(host, "news", "(I)Ljava/lang/String;")?;
    let rebuild = method(host, "rebuild", "(I)Ljava/lang/String;")?;
    let edit = method(host, "edit", "(I)Ljava/lang/String;")?;
    let same = method(host, "same", "(I)Ljava/lang/String;")?;
    let whole = method(host, "whole", text)?;
    let random = method(host, "random", "(II)Ljava/lang/String;")?;
    let move_text = method(host, "moveText", "(II)Ljava/lang/String;")?;
    let state_text = method(host, "stateText", "(I)Ljava/lang/String;")?;
    let mut static_method = |name: &str, signature: &str| {
        let signature = jni::signature::RuntimeMethodSignature::from_str(signature)?;
        env.get_static_method_id(engine, JNIString::from(name), signature.method_signature())
    };
    let new_worker = static_method("newWorker", "(Lhalfling/Host;)Lhalfling/Worker;")?;
    let buffer_of = static_method("bufferOf", "(Lhalfling/Worker;)Ljava/nio/ByteBuffer;")?;
    let shim = Shim {
        engine: env.new_global_ref(engine)?,
        _host: env.new_global_ref(host)?,
        _worker: env.new_global_ref(worker)?,
        new_worker,
        buffer_of,
        run,
        description,
        options,
        news,
        rebuild,
        edit,
        same,
        whole,
        random,
        move_text,
        state_text,
        failure,
    };
    // Somebody may have been faster; theirs is the same.
    let _ = SHIM.set(shim);
    Ok(())
}

fn shim() -> Result<&'static Shim> {
    SHIM.get().ok_or(Error::UninitializedJavaVM)
}

/// Runs `f` with this thread attached; it stays attached until it ends. References made inside are freed at the end.
pub(super) fn attached<T>(f: impl FnOnce(&mut Env) -> Result<T>) -> Result<T> {
    JavaVM::singleton()?.attach_current_thread(f)
}

fn object(kept: &Kept) -> jvalue {
    jvalue { l: kept.as_obj().as_raw() }
}

/// Another hold on the same object.
pub(super) fn keep(kept: &Kept) -> Result<Kept> {
    attached(|env| env.new_global_ref(kept))
}

/// A new worker of a host.
pub(super) fn new_worker(host: &Kept) -> Result<Kept> {
    let shim = shim()?;
    attached(|env| {
        // SAFETY: the id was looked up with this signature in this class.
        let made = unsafe {
            env.call_static_method_unchecked(&shim.engine, shim.new_worker, ReturnType::Object, &[object(host)])?
        };
        env.new_global_ref(made.l()?)
    })
}

/// Address and length of a worker's buffer, as it is now.
pub(super) fn buffer(worker: &Kept) -> Result<(*mut u8, usize)> {
    let shim = shim()?;
    attached(|env| {
        // SAFETY: the id was looked up with this signature in this class.
        let made = unsafe {
            env.call_static_method_unchecked(&shim.engine, shim.buffer_of, ReturnType::Object, &[object(worker)])?
        };
        let buffer = made.l()?;
        // SAFETY: the method returns a java.nio.ByteBuffer.
        let buffer = unsafe { JByteBuffer::from_raw(env, buffer.into_raw()) };
        Ok((env.get_direct_buffer_address(&buffer)?, env.get_direct_buffer_capacity(&buffer)?))
    })
}

/// The one call of an iteration. Makes no references, so it needs no frame for them.
pub(super) fn run(worker: &Kept, operation: jint) -> Result<jint> {
    let shim = shim()?;
    JavaVM::singleton()?.attach_current_thread_with_config(AttachConfig::default, None, |env| {
        let arguments = [jvalue { i: operation }];
        let returns = ReturnType::Primitive(Primitive::Int);
        // SAFETY: the id was looked up with this signature in the worker's class.
        unsafe { env.call_method_unchecked(worker, shim.run, returns, &arguments) }.and_then(JValueOwned::i)
    })
}

/// The texts that a host can give.
#[derive(Debug, Clone, Copy)]
pub(super) enum Text {
    /// The expanded description.
    Description,
    /// The options in force, one per line.
    Options,
    /// What happened in the real game since the last question, and for how many microseconds to say where legal moves lead; all
    /// that can be said where nothing limits it.
    News(Option<u32>),
    /// The position of the real game with all that Ludii keeps of it, and for how long to say where legal moves lead, as above.
    Rebuild(Option<u32>),
    /// Why the move of this ply of the real game is an edit and none of Ludii's legal ones.
    Edit(u32),
    /// Where the legal moves lead that look like the one of this index.
    Same(u32),
    /// The real game so far.
    Whole,
    /// Random games: seed and milliseconds.
    Random(u32, u32),
    /// A move in people's notation: slot and index.
    Move(u32, u32),
    /// A position: slot.
    State(u32),
    /// How often Ludii failed and how last; empty if never.
    Failure,
}

/// Asks a host for a text. `None` where it has none or fails.
pub(super) fn text(host: &Kept, which: Text) -> Option<String> {
    let shim = shim().ok()?;
    let int = |value: u32| jvalue { i: value as jint };
    let time = |most: Option<u32>| jvalue { i: most.map_or(-1, |microseconds| microseconds as jint) };
    let (id, arguments): (JMethodID, Vec<jvalue>) = match which {
        Text::Description => (shim.description, Vec::new()),
        Text::Options => (shim.options, Vec::new()),
        Text::News(most) => (shim.news, vec![time(most)]),
        Text::Rebuild(most) => (shim.rebuild, vec![time(most)]),
        Text::Edit(ply) => (shim.edit, vec![int(ply)]),
        Text::Same(index) => (shim.same, vec![int(index)]),
        Text::Whole => (shim.whole, Vec::new()),
        Text::Random(seed, milliseconds) => (shim.random, vec![int(seed), int(milliseconds)]),
        Text::Move(slot, index) => (shim.move_text, vec![int(slot), int(index)]),
        Text::State(slot) => (shim.state_text, vec![int(slot)]),
        Text::Failure => (shim.failure, Vec::new()),
    };
    attached(|env| {
        // SAFETY: each id was looked up with these arguments in the host's class.
        let made = unsafe { env.call_method_unchecked(host, id, ReturnType::Object, &arguments)? };
        let made = made.l()?;
        if made.is_null() {
            return Ok(None);
        }
        // SAFETY: the methods return strings.
        let string = unsafe { JString::from_raw(env, made.into_raw()) };
        string.try_to_string(env).map(Some)
    })
    .ok()
    .flatten()
}
