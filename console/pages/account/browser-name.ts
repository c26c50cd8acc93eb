// Short name of a browser from its user agent. Pure.

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox · Windows`; undefined for an unknown user agent. */
export function browserName(said: string): string | undefined {
  const browser = browsers.find(([pattern]) => pattern.test(said))?.[1]
  const system = systems.find(([pattern]) => pattern.test(said))?.[1]
  if (browser === undefined) return undefined
  return system === undefined ? browser : `${browser} · ${system}`
}
