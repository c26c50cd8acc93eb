// Where a name of code, an address or a path may break in a narrow window.

/**
 * Behind its dots, underscores, commas, slashes, at-signs, and colons before a digit, so that a port goes to the next
 * line first.
 */
export function partsOfName(name: string): readonly string[] {
  return name.split(/(?<=[._,@]|\/(?!\/)|:(?=\d))/)
}
