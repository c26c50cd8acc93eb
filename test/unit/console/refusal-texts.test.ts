import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { translated } from '../../../console/words/translated.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

type Entry = Readonly<Record<'en' | 'fr' | 'ar', string>>
const entries: Readonly<Record<string, Entry>> = JSON.parse(
  readFileSync(`${root}console/words/refusals.json`, 'utf8'),
)
const textsIn = (language: keyof Entry) =>
  Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, entry[language]]))

/** Literals and templates of the server that may be a message, or a part of one. */
function textsOfServer(): readonly string[] {
  const code = globSync('server/**/*.ts', { cwd: root })
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n')
    .replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`/g)
  return [...literals].map(([, plain, template]) => plain ?? template ?? '')
}

const placeholder = /\$\{[^}]*\}/

/** Returns whether a message of the server reads so. */
function createIsSaid(texts: readonly string[]): (english: string) => boolean {
  const literals = new Set(texts.filter((text) => !placeholder.test(text)))
  const patterns = texts
    .map((text) => text.split(placeholder))
    .filter((parts) => parts.length > 1 && /[a-z]{3}/.test(parts.join('')))
    .map((parts) => new RegExp(`^${parts.map(escaped).join('(.+)')}$`))
  /** What stands for a placeholder: another one, one word, or a text of the server. Any words would fit anything. */
  const isPart = (part: string) => /^(?:\{\{\w+\}\}|[\w-]+)$/.test(part) || literals.has(part)
  return (english) =>
    literals.has(english) ||
    patterns.some((pattern) => pattern.exec(english)?.slice(1).every(isPart) ?? false)
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

test('each text is of a message that the server has', () => {
  const isSaid = createIsSaid(textsOfServer())
  const unknown = Object.values(entries).filter(({ en }) => !isSaid(en))
  assert.deepEqual(
    unknown.map(({ en }) => en),
    [],
  )
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: texts of the server, as its code has them
test('no words fit a placeholder but those that the server has', () => {
  const isSaid = createIsSaid([
    '${name} must be one of ${list}.',
    '${what}, then try again.',
    'Wait',
  ])
  assert.ok(isSaid('{{name}} must be one of {{values}}.'))
  assert.ok(isSaid('state must be one of {{values}}.'))
  assert.ok(isSaid('Wait, then try again.'))
  assert.equal(isSaid('Go away, then try again.'), false)
  assert.equal(isSaid('The whole list must be one of {{values}}.'), false)
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the rest has none

test('a message is found by its English text, with what it says of this case', () => {
  const english = textsIn('en')
  const french = textsIn('fr')
  const inFrench = (message: string) => translated(message, english, french)
  assert.equal(
    inFrench('This review is closed. Take another one.'),
    'Ce dossier est clos. Prenez-en un autre.',
  )
  assert.match(inFrench('A note has at most 2000 characters.') ?? '', /2000 caract\u00e8res/)
  assert.match(
    inFrench('status must be one of approved, or several of them with commas between them.') ?? '',
    /du filtre status\. Valeurs possibles\u00a0: approved\.$/,
  )
  assert.equal(inFrench('Something else.'), undefined)
  for (const { en } of Object.values(entries)) {
    const said = en.replace(/\{\{\w+\}\}/g, '7')
    assert.doesNotMatch(inFrench(said) ?? '{{', /\{\{/, en)
  }
})
