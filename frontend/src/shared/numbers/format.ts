/** Numbers in the reader's language. A number that does not exist is never shown as zero. */

const MINUS = "\u2212";

function decimals(
  value: number,
  language: string,
  digits: number,
  style: "decimal" | "percent" = "decimal",
): string {
  const format = new Intl.NumberFormat(language, {
    style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "negative",
  });
  return format.format(value).replace("-", MINUS);
}

/** A fraction from 0 to 1 in percent, one decimal, without the sign: columns say "%" once in their head. */
export const hundredths = (fraction: number, language: string) => decimals(fraction * 100, language, 1);

/** The same with the sign, for running text. */
export const percent = (fraction: number, language: string) => decimals(fraction, language, 1, "percent");

export const whole = (value: number, language: string) => decimals(value, language, 0);

export const fixed = (value: number, language: string, digits = 3) => decimals(value, language, digits);

/** A signed score: the sign is always written, for it carries the meaning. */
export function signed(value: number, language: string, digits = 3): string {
  const size = decimals(Math.abs(value), language, digits);
  if (Number(value.toFixed(digits)) === 0) return size;
  return value > 0 ? `+${size}` : `${MINUS}${size}`;
}

/** A number of bytes in the unit a person would choose. */
export function bytes(count: number, language: string): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = count < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[step] ?? "byte",
    // The short form of bytes has no plural.
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(count / 1000 ** step);
}

/** A day and a time, short. */
export const moment = (iso: string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));

/** How long something takes, in the two largest units that matter. */
export function duration(seconds: number, language: string): string {
  const total = Math.max(0, Math.round(seconds));
  const unit = (value: number, name: "hour" | "minute" | "second") =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  if (hours) return `${unit(hours, "hour")} ${unit(minutes, "minute")}`;
  if (minutes) return `${unit(minutes, "minute")} ${unit(rest, "second")}`;
  return unit(rest, "second");
}
