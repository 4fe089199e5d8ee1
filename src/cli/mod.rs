//! The command line: parse → options → run → print.
