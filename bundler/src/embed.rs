//! Embedding of files in the source: as a literal, or as 15 bits in each UTF-16 unit where that is
//! shorter.
//!
//! A judge counts UTF-16 units. 38,820 characters of one unit are letters that no tool changes:
//! they are assigned, stable under normalisation, no quotes, no backslashes, no direction marks.
//! The first 32,768 of them carry 15 bits each. The decoder runs at compile time, so the value can
//! stand wherever the macro could.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// First segment of a path to the decoder: a placeholder until its module has a name.
pub(crate) const DECODER: &str = "__bundler_embedded";

/// Name of the decoder's module unless the program uses the name for something else.
pub(crate) const MODULE: &str = "embedded";

/// Ranges of letters, as first code point and number; all of them take three bytes in UTF-8.
const LETTERS: [(u32, u32); 2] = [(0x3400, 0x6C00), (0xAC00, 0x1400)];
const BITS: usize = 15;

/// UTF-16 units of the decoder. Each packed file has to save this length as if it were the only
/// one.
const DECODER_UNITS: usize = 700;

/// Returns the expansion of `include_bytes!`, of type `&'static [u8; N]`.
pub(crate) fn bytes(data: &[u8]) -> TokenStream {
    let literal = Literal::byte_string(data);
    match is_shorter_packed(data, &literal) {
        true => packed(data),
        false => quote!(#literal),
    }
}

/// Returns the expansion of `include_str!`, of type `&'static str`.
pub(crate) fn text(text: &str) -> TokenStream {
    let literal = Literal::string(text);
    if !is_shorter_packed(text.as_bytes(), &literal) {
        return quote!(#literal);
    }
    let decoder = format_ident!("{DECODER}");
    let packed = packed(text.as_bytes());
    quote!(#decoder::text(#packed))
}

fn is_shorter_packed(data: &[u8], literal: &Literal) -> bool {
    (data.len() * 8).div_ceil(BITS) + DECODER_UNITS < crate::utf16_units(&literal.to_string())
}

fn packed(data: &[u8]) -> TokenStream {
    let decoder = format_ident!("{DECODER}");
    let length = Literal::usize_unsuffixed(data.len());
    let text = Literal::string(&pack(data));
    quote!({ const BYTES: [u8; #length] = #decoder::bytes(#text); &BYTES })
}

/// Encodes bytes as letters of 15 bits, most significant bit first.
fn pack(data: &[u8]) -> String {
    let mut text = String::new();
    let (mut held, mut bits) = (0u32, 0);
    for &byte in data {
        held = held << 8 | u32::from(byte);
        bits += 8;
        if bits >= BITS {
            bits -= BITS;
            text.push(letter(held >> bits));
            held &= (1 << bits) - 1;
        }
    }
    if bits > 0 {
        text.push(letter(held << (BITS - bits)));
    }
    text
}

fn letter(value: u32) -> char {
    let [(first, many), (second, _)] = LETTERS;
    let code = if value < many { first + value } else { second + value - many };
    char::from_u32(code).expect("both ranges contain letters only")
}

/// Returns the decoder as a module of the merged file.
pub(crate) fn decoder(name: &str) -> syn::ItemMod {
    let name = format_ident!("{name}");
    let [(first, many), (second, _)] = LETTERS
        .map(|(first, many)| (Literal::u32_unsuffixed(first), Literal::u32_unsuffixed(many)));
    syn::parse_quote! {
        #[allow(dead_code)]
        mod #name {
            pub const fn bytes<const N: usize>(text: &str) -> [u8; N] {
                let text = text.as_bytes();
                let mut bytes = [0; N];
                let (mut at, mut held, mut bits, mut done) = (0, 0, 0, 0);
                while done < N {
                    if bits < 8 {
                        let c = (text[at] as u32 & 15) << 12
                            | (text[at + 1] as u32 & 63) << 6
                            | text[at + 2] as u32 & 63;
                        held = held << 15
                            | if c < #second { c - #first } else { c - #second + #many };
                        bits += 15;
                        at += 3;
                    }
                    bits -= 8;
                    bytes[done] = (held >> bits) as u8;
                    held &= (1 << bits) - 1;
                    done += 1;
                }
                bytes
            }
            pub const fn text(bytes: &[u8]) -> &str {
                match core::str::from_utf8(bytes) {
                    Ok(text) => text,
                    Err(_) => panic!(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same algorithm as the decoder, on the host.
    fn unpack(text: &str, length: usize) -> Vec<u8> {
        let [(first, many), (second, _)] = LETTERS;
        let bits: String = text
            .chars()
            .map(u32::from)
            .map(|code| if code < second { code - first } else { code - second + many })
            .map(|value| format!("{value:015b}"))
            .collect();
        (0..length).map(|at| u8::from_str_radix(&bits[at * 8..at * 8 + 8], 2).unwrap()).collect()
    }

    #[test]
    fn any_number_of_bytes_survives_being_packed() {
        for length in 0..40 {
            let data: Vec<u8> = (0..length).map(|at| (at * 97 + 200) as u8).collect();
            let text = pack(&data);
            assert_eq!(unpack(&text, data.len()), data);
            assert_eq!(crate::utf16_units(&text), (data.len() * 8).div_ceil(BITS));
        }
        assert_eq!(unpack(&pack(&[255; 15]), 15), [255; 15]);
    }

    #[test]
    fn short_data_stays_a_literal() {
        assert_eq!(bytes(b"ab\0").to_string(), r#"b"ab\0""#);
        assert_eq!(text("é\n").to_string(), r#""é\n""#);
        assert!(text(&"word ".repeat(300)).to_string().len() < 1500 * 2);
        assert!(text(&"word ".repeat(300)).to_string().starts_with(DECODER));
    }

    #[test]
    fn the_decoder_is_as_long_as_its_constant_claims() {
        let file =
            syn::File { shebang: None, attrs: Vec::new(), items: vec![decoder(MODULE).into()] };
        let units = crate::utf16_units(&crate::layout::compact(&prettyplease::unparse(&file)));
        assert!((DECODER_UNITS - 50..=DECODER_UNITS).contains(&units), "{units}");
    }
}
