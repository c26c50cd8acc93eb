// Where each field stands in the machine-readable lines of a format (ICAO Doc 9303, parts 4 to 7,
// and the French identity card before 2021). Pure.

export const mrzFormats = ['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B', 'FR-ID'] as const
export type MrzFormat = (typeof mrzFormats)[number]

/** Characters `from` to before `to` of a line, all counted from 0. */
interface Place {
  readonly line: number
  readonly from: number
  readonly to: number
}

/** A check digit and what it protects, in the order of counting. */
export interface CheckLayout {
  readonly digit: Place
  readonly over: readonly Place[]
  /** Whether a filler stands for the digit of an empty field. */
  readonly mayBeFiller: boolean
}

export interface MrzLayout {
  readonly format: MrzFormat
  readonly lines: number
  readonly width: number
  readonly code: Place
  readonly state: Place
  readonly number: Place
  readonly birth: Place
  readonly sex: Place
  readonly expiry: Place | undefined
  readonly nationality: Place | undefined
  /** One field with both names, or a field each. */
  readonly names: readonly Place[]
  readonly optional: readonly Place[]
  /** Takes the end of a number that is longer than its field, and then its check digit. */
  readonly longNumber: Place | undefined
  readonly checks: {
    readonly number: CheckLayout
    readonly birth: CheckLayout
    readonly expiry?: CheckLayout
    readonly optional?: CheckLayout
    readonly composite?: CheckLayout
  }
}

const at = (line: number, from: number, to: number = from + 1): Place => ({ line, from, to })

function check(digit: Place, over: readonly Place[], mayBeFiller = false): CheckLayout {
  return { digit, over, mayBeFiller }
}

/** The passport's second line, which TD2 and both visas share up to the expiry. */
function twoLines(format: MrzFormat, width: number) {
  return {
    format,
    lines: 2,
    width,
    code: at(0, 0, 2),
    state: at(0, 2, 5),
    number: at(1, 0, 9),
    nationality: at(1, 10, 13),
    birth: at(1, 13, 19),
    sex: at(1, 20),
    expiry: at(1, 21, 27),
    names: [at(0, 5, width)],
    longNumber: undefined,
    checks: {
      number: check(at(1, 9), [at(1, 0, 9)]),
      birth: check(at(1, 19), [at(1, 13, 19)]),
      expiry: check(at(1, 27), [at(1, 21, 27)]),
    },
  }
}

const passport = twoLines('TD3', 44)
const card = twoLines('TD2', 36)

const mrzLayouts: Readonly<Record<MrzFormat, MrzLayout>> = {
  TD1: {
    format: 'TD1',
    lines: 3,
    width: 30,
    code: at(0, 0, 2),
    state: at(0, 2, 5),
    number: at(0, 5, 14),
    birth: at(1, 0, 6),
    sex: at(1, 7),
    expiry: at(1, 8, 14),
    nationality: at(1, 15, 18),
    names: [at(2, 0, 30)],
    optional: [at(0, 15, 30), at(1, 18, 29)],
    longNumber: at(0, 15, 30),
    checks: {
      number: check(at(0, 14), [at(0, 5, 14)]),
      birth: check(at(1, 6), [at(1, 0, 6)]),
      expiry: check(at(1, 14), [at(1, 8, 14)]),
      composite: check(at(1, 29), [at(0, 5, 30), at(1, 0, 7), at(1, 8, 15), at(1, 18, 29)]),
    },
  },
  TD2: {
    ...card,
    optional: [at(1, 28, 35)],
    longNumber: at(1, 28, 35),
    checks: {
      ...card.checks,
      composite: check(at(1, 35), [at(1, 0, 10), at(1, 13, 20), at(1, 21, 35)]),
    },
  },
  TD3: {
    ...passport,
    optional: [at(1, 28, 42)],
    checks: {
      ...passport.checks,
      optional: check(at(1, 42), [at(1, 28, 42)], true),
      composite: check(at(1, 43), [at(1, 0, 10), at(1, 13, 20), at(1, 21, 43)]),
    },
  },
  'MRV-A': { ...twoLines('MRV-A', 44), optional: [at(1, 28, 44)] },
  'MRV-B': { ...twoLines('MRV-B', 36), optional: [at(1, 28, 36)] },
  'FR-ID': {
    format: 'FR-ID',
    lines: 2,
    width: 36,
    code: at(0, 0, 2),
    state: at(0, 2, 5),
    number: at(1, 0, 12),
    birth: at(1, 27, 33),
    sex: at(1, 34),
    expiry: undefined,
    nationality: undefined,
    names: [at(0, 5, 30), at(1, 13, 27)],
    optional: [at(0, 30, 36)],
    longNumber: undefined,
    checks: {
      number: check(at(1, 12), [at(1, 0, 12)]),
      birth: check(at(1, 33), [at(1, 27, 33)]),
      composite: check(at(1, 35), [at(0, 0, 36), at(1, 0, 35)]),
    },
  },
}

/** Returns the layout of the lines by their number, length and first letters. */
export function layoutOf(lines: readonly string[]): MrzLayout | undefined {
  const [first = ''] = lines
  const found = Object.values(mrzLayouts).filter(
    (one) => one.lines === lines.length && lines.every(({ length }) => length === one.width),
  )
  if (first.startsWith('V')) return found.find(({ format }) => format.startsWith('MRV'))
  const french = found.find(({ format }) => format === 'FR-ID')
  if (french !== undefined && first.startsWith('IDFRA')) return french
  return found.find(({ format }) => format.startsWith('TD'))
}

export function charactersAt(lines: readonly string[], { line, from, to }: Place): string {
  return (lines[line] ?? '').slice(from, to)
}
