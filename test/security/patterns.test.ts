// Slow: searches every regular expression for slow inputs.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSafe } from 'redos-detector'
import { isNode, nameOfCall, parseCode, placeOf, readProductCode } from './product-code.ts'

interface Pattern {
  readonly source: string
  readonly flags: string
  readonly place: string
}

const limits = { maxSteps: 20_000, maxScore: 200 }
/** The longest text that any pattern sees: the head of a request, or a JSON body that it reads whole. */
const charactersMax = 32_768
/** What a hostile text may cost. Backtracking over so many characters costs a second and more. */
const msMax = 250
const triesMax = 3

/**
 * Patterns in which the checker sees, or cannot exclude, more than one way to match a text. Each is tried
 * against hostile texts of the greatest length that reaches it; a longer text would be refused before.
 */
const doubtful: Readonly<Record<string, number>> = {
  // Names of options in words of our own.
  '\\..*$': 2_000,
  '\\b[a-z]+(?:_[a-z]+)+\\b|(?<=must not be before )[a-z]+': 2_000,
  // A certificate with its chain, at most a JSON body.
  '-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \\1-----': charactersMax,
  // Passwords and addresses of staff are cut or refused by their length first.
  '\\p{N}+$': 512,
  '^(.{1,8})\\1+.{0,3}$': 512,
  '^[^\\s@\\p{C}]+@[^\\s@\\p{C}]+$': 254,
  // The operator's own files and settings.
  '^([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.*)$': 4_096,
  '\\/+$': 4_096,
  '@|:\\/\\/.*[?#]': 4_096,
  '#.*$': 4_096,
  '^(["\'])(?:(?!\\1).)*\\1\\s+#': 4_096,
  '^[^\\s@,\\p{C}]+@[^\\s@,\\p{C}]+$': 254,
  // A line of our own log.
  '^[^\\n]*?"time":"([^"\\n]+)"': 8_192,
  // What a collector of traces answers, cut to this length.
  '"rejectedSpans"\\s*:\\s*"?(\\d{1,9})': 16_384,
  // Texts of the checks, which are ours.
  '\\{\\{(\\w+)\\}\\}': 2_000,
  '(?:[^\\s"]|"[^"]*")+': 4_096,
  // JSON, read token by token.
  '"[^"\\\\\\u0000-\\u001f]*(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\\\\u0000-\\u001f]*)*"':
    charactersMax,
  '"(?:effective-directive|violated-directive|effectiveDirective)"\\s*:\\s*"([a-z-]{1,40})': 16_384,
  // Document numbers of the sandbox.
  '^SCORE *[-./]? *(?<digits>0|[1-9]\\d{0,3})$': 64,
  '(?:-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)(?![\\w.+-])': charactersMax,
  // A line of our own stack.
  '^ {4}at .*:\\d+:\\d+\\)?$': 4_096,
  // Heads of requests: 16 KB in all.
  '%.*$': 16_384,
  ':\\d*$': 300,
  '^https?:\\/\\/([^/?]*)(.*)$': 16_384,
  // Pages of the guide, which are ours; a line of each is at most a paragraph.
  '<a id="[^"]*"><\\/a>': charactersMax,
  '^\\n+|\\n+$': 4_096,
  '`([^`]+)`|\\*\\*(.+?)\\*\\*|\\*([^*\\s][^*]*)\\*|\\[([^\\]]+)\\]\\(([^)\\s]+)\\)': 2_000,
  '\\uE000([^\\uE002]*)\\uE002': 4_096,
  '\\uE001([^\\uE002]*)\\uE002': 4_096,
  // A file with public keys that an operator names.
  '-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----': charactersMax,
  // What a tool of the machine prints.
  '^\\s*Offset:\\s*[+-]?(.+)$': 4_096,
  '([\\d.]+)(us|ms|min|s|h)': 4_096,
  '\\/([\\w@.:\\\\-]+\\.service)$': 4_096,
  'Overall exposure level for \\S+: ([\\d.]+)': 16_384,
  // A refusal of a store of backups.
  '<Code>([A-Za-z]{3,60})<\\/Code>': charactersMax,
  // Paths of files that we built.
  '\\.(\\w+)$': 4_096,
}

/** Sees texts that parsed as JSON and nothing else: test/unit/scoring/duplicate-names.test.ts has its times. */
const parsedFirst = '("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")(\\s*:)?|[{}]'

const product = readProductCode()
const patterns = product.flatMap((file): Pattern[] =>
  file.nodes.flatMap((node) => {
    const { regex } = node
    if (typeof regex !== 'object' || regex === null) return []
    const { pattern, flags } = regex as { readonly pattern: string; readonly flags: string }
    return [{ source: pattern, flags, place: placeOf(file, node) }]
  }),
)

describe('every pattern that a text is held against', () => {
  test('matches in one way only, or is among those whose texts are bounded', () => {
    assert.ok(patterns.length > 150, 'the patterns were not found')
    const judged = new Set<string>()
    const faults = patterns.filter(({ source, flags }) => {
      if (source in doubtful || source === parsedFirst || judged.has(source)) return false
      judged.add(source)
      return !matchesInOneWay(source, flags)
    })
    assert.deepEqual(
      faults.map(({ place, source }) => `${place} ${source}`),
      [],
    )
    assert.equal(matchesInOneWay('^(a+)+$', ''), false)
    for (const source of ['\\s+$', '(\\s+)$']) assert.equal(matchesInOneWay(source, ''), false)
    for (const source of ['a*', 'a+', '\\(?', 'a{2,}', '(\\s+)$'])
      assert.ok(repeatsAnything(source), source)
    for (const source of ['ERROR$', '(?:^|_)id$']) assert.equal(repeatsAnything(source), false)
  })

  test('is one of those no longer than it stands in the code', () => {
    const known = new Set(patterns.map(({ source }) => source))
    assert.deepEqual(
      [...Object.keys(doubtful), parsedFirst].filter((source) => !known.has(source)),
      [],
    )
  })

  for (const [source, length] of Object.entries(doubtful)) {
    test(`costs little over the longest text that reaches it: ${source}`, () => {
      const { flags = '' } = patterns.find((one) => one.source === source) ?? {}
      assert.ok(worstMs(new RegExp(source, flags), length) < msMax)
    })
  }

  test('would be found out if it did not', () => {
    // By compiled code, in which 1500 characters cost a second.
    assert.ok(worstMs(/a+a+$/, 1_200) >= msMax)
  })

  test('is written where it is used, or made of parts of our own', () => {
    const made = product.flatMap((file) =>
      file.nodes.filter((node) => nameOfCall(file, node) === 'RegExp').map(() => file.path),
    )
    assert.deepEqual([...new Set(made)].toSorted(), [
      'server/db/sqlite/put-back-copy.ts',
      'server/doctor/proc-facts.ts',
      'server/kernel/csv.ts',
      'server/matching/name-words.ts',
    ])
    const here = parseCode('server/a.ts', 'new RegExp(name)')
    assert.ok(here.nodes.some((node) => isNode(node) && nameOfCall(here, node) === 'RegExp'))
  })
})

/** Without a repetition, each place of a text is held against a bounded number of characters. */
function repeatsAnything(source: string): boolean {
  return /(?<!\()[*+?{]/.test(source.replace(/\\./g, 'a'))
}

function matchesInOneWay(source: string, flags: string): boolean {
  if (!repeatsAnything(source)) return true
  try {
    return isSafe(new RegExp(source, flags), limits).safe
  } catch {
    return false
  }
}

const fragments = [
  'a',
  'A',
  '0',
  ' ',
  '"',
  '\\',
  '=',
  '/',
  '@',
  '.',
  '-',
  '_',
  ':',
  '%',
  '#',
  '\n',
  '`',
  'at ',
]

/** Fragments of the pattern itself and others, alone and in pairs, repeated to the length; then what cannot fit. */
function worstMs(pattern: RegExp, length: number): number {
  const own = pattern.source.match(/[\w -]{4,}|https?:/g) ?? []
  const pumps = [...fragments, ...own, '\\"', '":', ' a', '0.', '-a', '_a', '/?']
  let worst = 0
  for (const pump of pumps) {
    for (const opening of ['', '"', ...own]) {
      const text = `${opening}${pump.repeat(Math.ceil(length / pump.length))}`.slice(0, length - 1)
      worst = Math.max(worst, quickestMsOf(pattern, `${text}\u0000`))
      if (worst >= msMax) return worst
    }
  }
  return worst
}

/** A slow pattern is slow each time; a collection of garbage, or a clock with long ticks, counts once. */
function quickestMsOf(pattern: RegExp, text: string): number {
  let quickest = cpuMsOf(pattern, text)
  for (let tries = 1; tries < triesMax && quickest >= msMax; tries += 1) {
    quickest = Math.min(quickest, cpuMsOf(pattern, text))
  }
  return quickest
}

/** CPU time, because a busy machine would make any pattern slow by the clock on the wall. */
function cpuMsOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0
  const before = process.cpuUsage()
  pattern.exec(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
