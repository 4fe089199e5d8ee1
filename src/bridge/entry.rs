//! What Java calls. Every function is guarded: a panic or an error becomes a value, and no exception is left behind.
#![expect(unsafe_code, reason = "exported names, and one pointer that Java passes")]

use super::java::{self, Kept};
use super::moves::HostedMove;
use super::native;
use super::session::{self, Limits};
use crate::agent::Spec;
use crate::game::{GameInfo, Seat};
use jni::errors::Result;
use jni::objects::{JClass, JFloatArray, JLongArray, JObject, JString};
use jni::sys::{jboolean, jdouble, jint, jlong};
use jni::{Env, EnvUnowned, Outcome};
use log::error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

/// Runs `body` with everything caught; `otherwise` is the answer when it fails.
fn guarded<'local, T>(
    mut env: EnvUnowned<'local>,
    what: &str,
    otherwise: T,
    body: impl FnOnce(&mut Env<'local>) -> Result<T>,
) -> T {
    let outcome = env
        .with_env(|env| -> Result<T> {
            let result = body(env);
            if result.is_err() {
                env.exception_clear();
            }
            result
        })
        .into_outcome();
    match outcome {
        Outcome::Ok(value) => value,
        Outcome::Err(problem) => {
            error!("{what}: {problem}");
            otherwise
        }
        Outcome::Panic(payload) => {
            let words = payload
                .downcast_ref::<&str>()
                .map(ToString::to_string)
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_default();
            error!("{what}: panic: {words}");
            // A Java exception may have been on its way when the panic began.
            let _ = env.with_env(|env| -> Result<()> {
                env.exception_clear();
                Ok(())
            });
            otherwise
        }
    }
}

/// `Engine.setUp`: looks up what the engine calls.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_setUp<'local>(
    env: EnvUnowned<'local>,
    engine: JClass<'local>,
    worker: JClass<'local>,
    host: JClass<'local>,
) -> jboolean {
    guarded(env, "setUp", false, |env| {
        // The host process may have a logger of its own; then it stays. Warnings are shown unless somebody says otherwise.
        let usual = env_logger::Env::default().default_filter_or("warn");
        let _ = env_logger::Builder::from_env(usual).try_init();
        java::set_up(env, &engine, &worker, &host)?;
        Ok(true)
    })
}

/// `Engine.complaint`: what is wrong with an agent's text form.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_complaint<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    text: JString<'local>,
) -> JString<'local> {
    guarded(env, "complaint", JString::null(), |env| {
        let text = text.try_to_string(env)?;
        match session::spec(&text, false) {
            Ok(_) => Ok(JString::null()),
            Err(problem) => env.new_string(problem),
        }
    })
}

/// `Engine.plays`: whether an agent is for games of that kind.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_plays<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    text: JString<'local>,
    simultaneous: jboolean,
) -> jboolean {
    guarded(env, "plays", false, |env| {
        let text = text.try_to_string(env)?;
        let joint = |spec: Spec| spec.params().map(|params| params.joint.is_some());
        Ok(session::spec(&text, simultaneous).is_ok_and(|spec| joint(spec).is_none_or(|joint| joint == simultaneous)))
    })
}

/// `Engine.canonical`: an agent's text form as the engine prints it.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_canonical<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    text: JString<'local>,
) -> JString<'local> {
    guarded(env, "canonical", JString::null(), |env| {
        let text = text.try_to_string(env)?;
        match session::spec(&text, false) {
            Ok(spec) => env.new_string(spec.to_string()),
            Err(_) => Ok(JString::null()),
        }
    })
}

/// `Engine.open`: an agent for a game.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_open<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    host: JObject<'local>,
    name: JString<'local>,
    seats: jint,
    stochastic: jboolean,
    simultaneous: jboolean,
    max_plies: jint,
    spec: JString<'local>,
    seed: jlong,
) -> jlong {
    guarded(env, "open", 0, |env| {
        let name = name.try_to_string(env)?;
        let spec = spec.try_to_string(env)?;
        let seats = usize::try_from(seats).unwrap_or(0);
        if !(1..=crate::game::MAX_SEATS).contains(&seats) {
            error!("{name} has {seats} seats");
            return Ok(0);
        }
        let host: Kept = env.new_global_ref(&host)?;
        let mut hasher = DefaultHasher::new();
        java::text(&host, java::Text::Description).hash(&mut hasher);
        let info = GameInfo {
            name,
            seats,
            stochastic,
            simultaneous,
            max_plies: u32::try_from(max_plies).ok(),
            outcomes: match seats {
                1 => vec![-1.0, 1.0],
                2 => vec![-1.0, 0.0, 1.0],
                _ => Vec::new(),
            },
            rules_hash: hasher.finish(),
        };
        match session::open(info, host, &spec, seed as u64) {
            Ok(number) => Ok(number),
            Err(problem) => {
                error!("{problem}");
                Ok(0)
            }
        }
    })
}

/// `Engine.choose`: thinks about the position in slot 0.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_choose<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
    path: JLongArray<'local>,
    seat: jint,
    seconds: jdouble,
    iterations: jint,
    clock: jdouble,
) -> jint {
    guarded(env, "choose", -1, |env| {
        let Some(session) = session::find(number) else { return Ok(-1) };
        let path = read_path(env, &path)?;
        let seat = u8::try_from(seat).map(Seat).unwrap_or(Seat(0));
        let chosen = session.choose(path.as_deref(), seat, Limits { seconds, iterations, clock });
        Ok(chosen.and_then(|index| jint::try_from(index).ok()).unwrap_or(-1))
    })
}

/// Pairs of index and key, or nothing for null.
fn read_path(env: &mut Env, path: &JLongArray) -> Result<Option<Vec<HostedMove>>> {
    if path.is_null() {
        return Ok(None);
    }
    let mut flat = vec![0; path.len(env)?];
    path.get_region(env, 0, &mut flat)?;
    Ok(Some(flat.chunks_exact(2).map(|pair| HostedMove::new(pair[1] as u64, pair[0] as u32)).collect()))
}

/// `Engine.interrupt`: stops a search under way, or allows the next.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_interrupt<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
    wanted: jboolean,
) {
    guarded(env, "interrupt", (), |_| {
        if let Some(session) = session::find(number) {
            session.interrupt(wanted);
        }
        Ok(())
    });
}

/// `Engine.isNative`: whether a session searches on the engine's own rules.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_isNative<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
) -> jboolean {
    guarded(env, "isNative", false, |_| Ok(session::find(number).is_some_and(|session| session.is_native())))
}

/// `Engine.awaitCheck`: waits for the comparison of a first meeting.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_awaitCheck<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
    seconds: jdouble,
) {
    guarded(env, "awaitCheck", (), |_| {
        if let (Some(session), Ok(most)) = (session::find(number), Duration::try_from_secs_f64(seconds)) {
            session.await_check(most);
        }
        Ok(())
    });
}

/// `Engine.settle`: waits for files that are being written.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_settle<'local>(env: EnvUnowned<'local>, _class: JClass<'local>) {
    guarded(env, "settle", (), |_| {
        native::settle();
        Ok(())
    });
}

/// `Engine.iterations`: simulations of the last finished search.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_iterations<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
) -> jlong {
    guarded(env, "iterations", 0, |_| {
        let made = session::find(number).map_or(0, |session| session.iterations());
        Ok(jlong::try_from(made).unwrap_or(jlong::MAX))
    })
}

/// `Engine.report`: the last finished search in words.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_report<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
) -> JString<'local> {
    guarded(env, "report", JString::null(), |env| match session::find(number) {
        Some(session) => env.new_string(session.report()),
        None => Ok(JString::null()),
    })
}

/// `Engine.glance`: the root as it is now.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_glance<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
) -> JFloatArray<'local> {
    guarded(env, "glance", JFloatArray::null(), |env| {
        let Some(flat) = session::find(number).and_then(|session| session.glance()) else {
            return Ok(JFloatArray::null());
        };
        let array = JFloatArray::new(env, flat.len())?;
        array.set_region(env, 0, &flat)?;
        Ok(array)
    })
}

/// `Engine.close`: forgets an agent.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_close<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    number: jlong,
) {
    guarded(env, "close", (), |_| {
        session::close(number);
        Ok(())
    });
}

/// `Engine.crossOut`: what calling Java costs, for measurements.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_crossOut<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    worker: JObject<'local>,
    times: jint,
) -> jlong {
    guarded(env, "crossOut", -1, |env| {
        let worker: Kept = env.new_global_ref(&worker)?;
        let began = Instant::now();
        for _ in 0..times {
            java::run(&worker, -1)?;
        }
        Ok(jlong::try_from(began.elapsed().as_nanos()).unwrap_or(-1))
    })
}

/// `Engine.crossIn`: what being called by Java costs, for measurements.
#[unsafe(no_mangle)]
pub extern "system" fn Java_halfling_Engine_crossIn<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    value: jint,
) -> jint {
    guarded(env, "crossIn", -1, |_| Ok(value.wrapping_add(1)))
}
