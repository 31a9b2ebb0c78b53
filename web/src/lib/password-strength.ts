/** A rough estimate of how hard a password is to guess. The server checks more (common passwords, the user's name) and decides. */

export const strengths = ["weak", "fair", "good"] as const;

export type Strength = (typeof strengths)[number];

const keys = "1234567890 qwertyuiop asdfghjkl zxcvbnm";

/** Whether a character is predictable after another: the same, its neighbour in the alphabet, or the next key. */
function goesOn(before: string, after: string): boolean {
  const step = (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1 || keys.includes(before + after) || keys.includes(after + before);
}

export function strengthOf(password: string): Strength {
  const characters = [...password.toLowerCase()];
  const surprises = characters.filter((it, place) => !goesOn(characters[place - 1] ?? " ", it)).length;
  const counts = Math.min(surprises, 2 * new Set(characters).size);
  if (characters.length < 8 || counts < 6) return "weak";
  return counts < 12 ? "fair" : "good";
}
