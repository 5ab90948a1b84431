import { Badge } from "@mantine/core";

export type Tone = "good" | "waiting" | "active" | "bad" | "neutral";

const LOOK: Record<Tone, { color: string; variant: "light" | "outline" | "filled" }> = {
  good: { color: "petrol", variant: "filled" },
  active: { color: "petrol", variant: "light" },
  waiting: { color: "gray", variant: "outline" },
  bad: { color: "red", variant: "outline" },
  neutral: { color: "gray", variant: "outline" },
};

/** A state in one or two words. The words carry the meaning, the look only helps the eye. */
export function StateBadge({ tone, children }: { tone: Tone; children: string }) {
  const { color, variant } = LOOK[tone];
  return (
    <Badge
      color={color}
      variant={variant}
      tt="none"
      fw={600}
      size="lg"
      autoContrast
      styles={{ root: { flex: "none", maxWidth: "none" }, label: { overflow: "visible" } }}
    >
      {children}
    </Badge>
  );
}
