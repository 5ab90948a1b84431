import type { admin as english } from "../en/admin";
import type { Shape } from "../shape";

export const admin: Shape<typeof english> = {};
