//! Files that are written whole or not at all.

use std::fs::{File, create_dir_all, remove_file, rename};
use std::io::{Error, ErrorKind};
use std::path::Path;

/// Has a file filled beside its place, and then puts it there; its folder is made if need be. Whenever this is stopped,
/// the old file or the new one is there.
pub fn whole<E: From<Error>>(path: &Path, fill: impl FnOnce(&Path) -> Result<(), E>) -> Result<(), E> {
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        let failed = |e: Error| Error::new(e.kind(), format!("cannot make the folder {}: {e}", folder.display()));
        create_dir_all(folder).map_err(failed)?;
    }
    let name = path.file_name().ok_or_else(|| Error::new(ErrorKind::InvalidInput, "not a file name"))?;
    let part = path.with_file_name(format!(".{}.part", name.to_string_lossy()));
    let put = || -> Result<(), Error> {
        File::options().write(true).open(&part)?.sync_all()?;
        rename(&part, path)
    };
    fill(&part).and_then(|()| Ok(put()?)).inspect_err(|_| _ = remove_file(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_old_one_or_the_new_one() {
        let folder = std::env::temp_dir().join(format!("lissom-whole-{}", std::process::id()));
        let path = folder.join("deep/rig.json");
        whole(&path, |part| std::fs::write(part, "old")).expect("a new folder");
        let broken = whole(&path, |part| {
            std::fs::write(part, "ne")?;
            Err(Error::other("no more room"))
        });
        assert_eq!(broken.expect_err("told").to_string(), "no more room");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "old");
        whole(&path, |part| std::fs::write(part, "new")).expect("over the old one");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "new");
        let left = std::fs::read_dir(folder.join("deep")).expect("there").count();
        assert_eq!(left, 1, "nothing is left beside it");
        let under_a_file = whole(&path.join("x"), |part| std::fs::write(part, ""));
        assert!(under_a_file.expect_err("no folder").to_string().contains("folder"));
        std::fs::remove_dir_all(folder).expect("ours");
    }
}
