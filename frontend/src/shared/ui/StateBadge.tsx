import { Badge } from "@mantine/core";

export type Tone = "good" | "waiting" | "active" | "bad" | "neutral";

interface Look {
  background: string;
  color: string;
  border: string;
}

const OUTLINE: Look = {
  background: "transparent",
  color: "var(--wb-ink-soft)",
  border: "var(--wb-line-strong)",
};

const LOOKS: Record<Tone, Look> = {
  good: { background: "var(--wb-accent)", color: "var(--wb-page)", border: "var(--wb-accent)" },
  active: { background: "var(--wb-mark)", color: "var(--wb-ink)", border: "var(--wb-mark)" },
  waiting: OUTLINE,
  neutral: OUTLINE,
  bad: { background: "transparent", color: "var(--wb-removed)", border: "var(--wb-removed)" },
};

/** A state in one or two words. The words carry the meaning, the look only helps the eye. */
export function StateBadge({ tone, children }: { tone: Tone; children: string }) {
  const { background, color, border } = LOOKS[tone];
  return (
    <Badge
      tt="none"
      fw={600}
      size="lg"
      styles={{
        root: { flex: "none", maxWidth: "none", background, color, borderColor: border },
        label: { overflow: "visible" },
      }}
    >
      {children}
    </Badge>
  );
}
