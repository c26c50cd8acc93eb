// Sizes in the texts of commands.

/** Megabytes or gigabytes (10^9 bytes), with one decimal. */
export function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
