import { expect, it } from "vitest";
import { isVersion, nextVersion } from "./version";

it.each(["0.1.0", "1.0.0", "10.20.30", "1.0.0-rc.1"])("takes %s", (version) => {
  expect(isVersion(version)).toBe(true);
});

it.each(["1.0", "v1.0.0", "01.0.0", "1.0.0 ", "1.0.0-", ""])("refuses “%s”", (version) => {
  expect(isVersion(version)).toBe(false);
});

it("offers the next minor version, by number and not by letter", () => {
  expect(nextVersion([])).toBe("1.0.0");
  expect(nextVersion(["1.9.0", "1.10.2", "0.1.0"])).toBe("1.11.0");
});
