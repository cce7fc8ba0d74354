//! Ctrl-C.

use registry::Stop;

/// Returns a stop that Ctrl-C requests from now on.
pub(crate) fn stop_on_interrupt() -> Result<Stop, ctrlc::Error> {
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    Ok(stop)
}
