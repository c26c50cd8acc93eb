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

/** Literals and templates of the server that may be a message, as patterns. */
function messagesOfServer(): readonly RegExp[] {
  const code = globSync('server/**/*.ts', { cwd: root })
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n')
    .replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`/g)
  return [...literals]
    .map(([, plain, template]) => plain ?? template ?? '')
    .filter((text) => /\w \w/.test(text))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\$\{[^}]*\}/)
            .map(escaped)
            .join('.+')}$`,
        ),
    )
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

test('each text is of a message that the server has', () => {
  const messages = messagesOfServer()
  const unknown = Object.values(entries).filter(
    ({ en }) => !messages.some((message) => message.test(en)),
  )
  assert.deepEqual(
    unknown.map(({ en }) => en),
    [],
  )
})

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
