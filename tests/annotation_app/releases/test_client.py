"""The client against a real server over HTTP."""

import pytest

from annotation_app.accounts.services import give_token
from annotation_app.releases.models import ReleaseChunk
from annotation_app.releases.services import withdraw_release
from tests.annotation_app.factories import make_member, make_person
from tests.annotation_app.releases.samples import built, content
from worker.__main__ import main
from worker.releases_client import TOKEN_VARIABLE, DownloadFailed, download_release
from worker.reporting.release import open_release

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def release(benchmark):
    return built(benchmark)


@pytest.fixture
def token(benchmark):
    return give_token(person=make_member(benchmark, "admin"), days=1)["token"]


def test_a_release_is_downloaded_and_opens(live_server, release, token, tmp_path):
    told = []
    path = download_release(live_server.url, "capitals", "1.0.0", tmp_path, token=token, tell=told.append)
    assert path == tmp_path / "capitals-1.0.0"
    names = sorted(file.name for file in path.iterdir())
    assert names == sorted(release.files.values_list("name", flat=True))
    for name in names:
        assert (path / name).read_bytes() == content(release, name)
    assert len(told) == len(names)
    assert [item.external_id for item in open_release(path).items()] == ["b-1", "b-1-a", "b-1-x"]


def test_what_broke_off_goes_on_where_it_stopped(live_server, release, token, tmp_path, monkeypatch):
    whole = content(release)
    folder = tmp_path / "capitals-1.0.0"
    folder.mkdir()
    (folder / "items.jsonl.part").write_bytes(whole[:100])
    asked = []
    import worker.releases_client as client

    opened = client.urlopen

    def listening(request, **options):
        asked.append((request.full_url.rsplit("/", 1)[1], request.get_header("Range")))
        return opened(request, **options)

    monkeypatch.setattr(client, "urlopen", listening)
    download_release(live_server.url, "capitals", "1.0.0", tmp_path, token=token)
    assert ("items.jsonl", "bytes=100-") in asked
    assert (folder / "items.jsonl").read_bytes() == whole
    asked.clear()
    download_release(live_server.url, "capitals", "1.0.0", tmp_path, token=token)
    assert asked == [("1.0.0", None)]


def test_a_part_of_something_else_is_found_out(live_server, release, token, tmp_path):
    folder = tmp_path / "capitals-1.0.0"
    folder.mkdir()
    (folder / "items.jsonl.part").write_bytes(b"x" * 100)
    with pytest.raises(DownloadFailed, match="checksum"):
        download_release(live_server.url, "capitals", "1.0.0", tmp_path, token=token)
    assert not list(folder.glob("items.jsonl*"))
    download_release(live_server.url, "capitals", "1.0.0", tmp_path, token=token)
    assert (folder / "items.jsonl").read_bytes() == content(release)


def test_bytes_that_changed_on_the_server_are_refused(live_server, release, token, tmp_path):
    chunk = ReleaseChunk.objects.get(file__name="items.jsonl")
    ReleaseChunk.objects.filter(pk=chunk.pk).update(content=bytes(chunk.content).replace(b"Paris", b"Parys"))
    with pytest.raises(DownloadFailed, match="checksum"):
        download_release(live_server.url, "capitals", "1.0.0", tmp_path, token=token)
    assert not (tmp_path / "capitals-1.0.0" / "items.jsonl").exists()


def test_the_command_takes_its_token_from_the_environment(
    live_server, release, token, tmp_path, monkeypatch, capsys
):
    asked = ["download", "--server", live_server.url, "--benchmark", "capitals", "--version"]
    assert main([*asked, "1.0.0", "--out", str(tmp_path)]) == 2
    assert "401" in capsys.readouterr().err
    monkeypatch.setenv(TOKEN_VARIABLE, token)
    assert main([*asked, "9.0.0", "--out", str(tmp_path)]) == 2
    assert "404" in capsys.readouterr().err
    withdraw_release(release=release, reason="A licence was wrong.", person=make_person())
    assert main([*asked, "1.0.0", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert told.out == f"{tmp_path / 'capitals-1.0.0'}\n"
    assert "withdrawn: A licence was wrong." in told.err
    assert main(["download", "--server", "file:///etc", *asked[3:], "1.0.0"]) == 2
