import type { admin as english } from "../en/admin";
import type { Shape } from "../shape";
import { accounts } from "./stages/accounts";
import { assignments } from "./stages/assignments";
import { external } from "./stages/external";
import { health } from "./stages/health";
import { importing } from "./stages/importing";
import { items } from "./stages/items";
import { models } from "./stages/models";
import { overview } from "./stages/overview";
import { people } from "./stages/people";
import { releases } from "./stages/releases";
import { report } from "./stages/report";
import { results } from "./stages/results";
import { runs } from "./stages/runs";
import { saliency } from "./stages/saliency";
import { settings } from "./stages/settings";
import { words } from "./stages/words";

export const admin: Shape<typeof english> = {
  ...words,
  overview,
  importing,
  items,
  people,
  accounts,
  assignments,
  models,
  runs,
  external,
  report,
  results,
  saliency,
  releases,
  settings,
  health,
};
