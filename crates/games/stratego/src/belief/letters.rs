//! Numbers as letters of a source file, one each: a bundle counts letters.

/// Returns the code of the letter with this index in a text. All letters must be between U+0800 and
/// U+FFFF, so that each has three bytes in UTF-8, of 4, 6 and 6 bits.
///
/// # Panics
///
/// Panics if the text is shorter.
pub(super) const fn letter(text: &str, index: usize) -> i32 {
    let bytes = text.as_bytes();
    (bytes[3 * index] as i32 & 15) << 12
        | (bytes[3 * index + 1] as i32 & 63) << 6
        | (bytes[3 * index + 2] as i32 & 63)
}
