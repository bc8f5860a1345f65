import type { SkillRow } from "../queries/skills.js";
import type { UsageRow } from "../queries/usage.js";
import type { Card } from "../show/card.js";

export function ContextFigure(_: {
  usage: UsageRow[];
  cards: Card[];
  chosen: Card | null;
  choose: (card: Card) => void;
}) {
  return null;
}

export function SkillFigure(_: { skills: SkillRow[] }) {
  return null;
}
