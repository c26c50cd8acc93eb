// Where a name of code, an address or a path may break in a narrow window.

/** Behind its dots, underscores, commas, slashes, at-signs and the colon of a port, so that the digits before it stay together. */
export function partsOfName(name: string): readonly string[] {
  return name.split(/(?<=[._,@]|\/(?!\/)|:(?=\d))/)
}
