//! A zip of a few files, as they are: for browsers, which save no folders.

use super::File;

/// The format counts in 32 bits.
const MOST_BYTES: usize = u32::MAX as usize;
/// 1 January 1980, where the format's time begins.
const DATE: u16 = 0x21;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const VERSION: u16 = 20;

/// None over 4 GiB.
pub fn zip(files: &[File]) -> Option<Vec<u8>> {
    let size: usize = files.iter().map(|(name, bytes)| bytes.len() + 2 * name.len() + 128).sum();
    let (count, _) = (u16::try_from(files.len()).ok()?, Some(size).filter(|s| *s <= MOST_BYTES)?);
    let (mut out, mut list) = (Vec::with_capacity(size), Vec::new());
    for (name, bytes) in files {
        let start = out.len() as u32;
        let sizes = [crc32(bytes), bytes.len() as u32, bytes.len() as u32];
        // What stands before the file, and again in the list at the end.
        let mut about = Vec::new();
        [VERSION, FLAGS, 0, 0, DATE].iter().for_each(|n| about.extend(n.to_le_bytes()));
        sizes.iter().for_each(|n| about.extend(n.to_le_bytes()));
        [u16::try_from(name.len()).ok()?, 0].iter().for_each(|n| about.extend(n.to_le_bytes()));
        out.extend(b"PK\x03\x04");
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(bytes);
        list.extend(b"PK\x01\x02");
        list.extend(VERSION.to_le_bytes());
        list.extend(&about);
        list.extend([0; 10]);
        list.extend(start.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (start, length) = (out.len() as u32, list.len() as u32);
    out.extend(list);
    out.extend(b"PK\x05\x06\0\0\0\0");
    [count, count].iter().for_each(|n| out.extend(n.to_le_bytes()));
    [length, start].iter().for_each(|n| out.extend(n.to_le_bytes()));
    out.extend([0; 2]);
    Some(out)
}

fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|k| {
        (0..8).fold(k as u32, |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    !bytes.iter().fold(!0, |crc, byte| table[((crc ^ u32::from(*byte)) & 0xFF) as usize] ^ (crc >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_places_are_as_the_format_says() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        let files = [("a.txt".to_owned(), b"hello".to_vec()), ("é".to_owned(), Vec::new())];
        let zip = zip(&files).expect("it is small");
        let number = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().expect("four bytes")) as usize;
        let end = zip.len() - 22;
        assert_eq!(&zip[end..end + 4], b"PK\x05\x06");
        let (length, list) = (number(end + 12), number(end + 16));
        assert_eq!(list + length, end);
        assert_eq!(&zip[list..list + 4], b"PK\x01\x02");
        assert_eq!((number(list + 20), number(list + 24)), (5, 5));
        assert_eq!(&zip[35..40], b"hello");
        // The second entry of the list names where the second file begins.
        let second = list + 46 + 5;
        assert_eq!(&zip[number(second + 42)..][..4], b"PK\x03\x04");
    }
}
