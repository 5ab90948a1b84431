import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { heldBackQuery } from "@/api/releases";
import { PlaceLinks } from "./PlaceLinks";

const RELEASE = {
  version: "1.0.0",
  notes: "",
  published_at: "2026-01-01T00:00:00Z",
  items: 20,
  size: 4000,
  sha256: "0".repeat(64),
};

function open(roles: string[], releases: (typeof RELEASE)[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(heldBackQuery("capitals").queryKey, releases);
  render(
    <QueryClientProvider client={queries}>
      <MantineProvider env="test">
        <MemoryRouter>
          <PlaceLinks slug="capitals" roles={roles} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const names = () => screen.getAllByRole("link").map((link) => link.textContent);

afterEach(() => i18next.changeLanguage("en"));

it("leads annotators and seniors to the test part where a release holds one back", () => {
  open(["annotator"], [RELEASE]);
  expect(names()).toEqual(["My work", "Test part"]);
  expect(screen.getByRole("link", { name: "Test part" })).toHaveAttribute("href", "/b/capitals/test-part");
});

it("has no such link where nothing is held back", () => {
  open(["annotator"], []);
  expect(names()).toEqual(["My work"]);
});

it("names it in Chinese as well", async () => {
  await i18next.changeLanguage("zh-Hans");
  open(["senior"], [RELEASE]);
  expect(screen.getByRole("link", { name: "测试集评分" })).toBeVisible();
});
