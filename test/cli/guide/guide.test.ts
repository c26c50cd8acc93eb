import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { runSvc } from '../memory-shell.ts'

const folder = new URL('../../../data/guide/', import.meta.url)
const topics = globSync('*.md', { cwd: folder })
  .map((file) => basename(file, '.md'))
  .toSorted()

function fileOf(topic: string): string {
  return readFileSync(new URL(`${topic}.md`, folder), 'utf8')
}

describe('svc help', () => {
  test('lists every page of the guide after the commands, one line each of at most 80 columns', async () => {
    const { out } = await runSvc(['help'])
    assert.equal((await runSvc([])).out, out)
    const [commands = '', listed = ''] = out.split('\nTopics of the guide (svc help TOPIC):\n')
    assert.match(commands, /^ {2}keys /m)
    const lines = listed.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => line.trim().split(/ {2,}/)[0]),
      topics,
    )
    for (const line of lines) {
      assert.match(line, /^ {2}[a-z-]+ {2,}[A-Z].*\.$/)
      assert.ok(line.length <= 80, line)
    }
  })

  test('lists no topics in the help of a command', async () => {
    assert.doesNotMatch((await runSvc(['keys', '--help'])).out, /Topics/)
  })

  for (const topic of topics) {
    test(`${topic} prints the Markdown itself in a pipe`, async () => {
      const { status, out, err } = await runSvc(['help', topic])
      assert.deepEqual([status, out, err], [0, fileOf(topic), ''])
    })

    test(`${topic} fits a terminal, but for code, and shows no Markdown`, async () => {
      const { status, out } = await runSvc(['help', topic], { columns: 80 })
      assert.equal(status, 0)
      const lines = out.replace(/\x1b\[\d+m/g, '').split('\n')
      const prose = lines.filter((line) => !line.startsWith('    '))
      assert.deepEqual(
        prose.filter((line) => /^#|^```|^\||<a id|<!--|\*\*|\]\(/.test(line)),
        [],
      )
      // A word that is longer than the line stands alone.
      assert.deepEqual(
        prose.filter((line) => line.length > 80 && line.trim().includes(' ')),
        [],
      )
    })
  }

  test('shows headings in bold, code indented and links by the name of their page', async () => {
    const { out } = await runSvc(['help', 'webhooks'], { columns: 80 })
    assert.match(out, /\x1b\[1mWhat a receiver does\x1b\[22m\n/)
    assert.match(out, /\n {4}\/\/ receiver\.mjs\n/)
    assert.match(out, /API \(svc help api\)/)
    const operating = await runSvc(['help', 'operating', '--config', '/x'], { columns: 80 })
    assert.match(operating.out, /encryption\s+keys\s+\(svc help encryption-keys\)/)
    assert.match((await runSvc(['help', 'errors'], { columns: 80 })).out, /\n {4}meaning: The API/)
  })

  test('prints the page where topic and command have one name, and says where the other help is', async () => {
    const { out, err } = await runSvc(['help', 'usage'], { columns: 80 })
    assert.match(out, /^.*Usage.*\n\nWhat is metered/)
    assert.match(err, /svc usage --help/)
    assert.match((await runSvc(['usage', '--help'])).out, /Usage: svc usage/)
  })

  test('gives a page as JSON', async () => {
    const { out } = await runSvc(['help', 'scores', '--json'])
    assert.deepEqual(JSON.parse(out), { topic: 'scores', title: 'Scores', text: fileOf('scores') })
    assert.equal((await runSvc(['--json', 'help', 'scores'])).out, out)
  })

  test('names near topics and commands, or else all topics, for a word that is neither', async () => {
    const { status, out, err } = await runSvc(['help', 'webhoks'])
    assert.deepEqual([status, out], [2, ''])
    assert.match(err, /^error: unknown command 'webhoks', and no topic of the guide\./)
    assert.match(err, /Did you mean webhooks\?/)
    assert.doesNotMatch(err, /Topics:/)
    assert.match((await runSvc(['help', 'scroes'])).err, /Did you mean scores\?/)
    const far = (await runSvc(['help', 'photosynthesis'])).err
    assert.doesNotMatch(far, /Did you mean/)
    for (const topic of topics) assert.ok(far.includes(topic))
  })

  test('shows the help of a command as before', async () => {
    const { out } = await runSvc(['help', 'keys', 'create'])
    assert.match(out, /Usage: svc keys create/)
    assert.match((await runSvc(['help', 'status'])).out, /Usage: svc status/)
  })

  test('is completed with the topics', async () => {
    const { out } = await runSvc(['__complete', '--', 'help', ''])
    assert.deepEqual(
      out.split('\n').flatMap((line) => line.split('\t')[0] || []),
      topics,
    )
    assert.match((await runSvc(['__complete', '--', 'help', 'web'])).out, /^webhooks\t/)
  })
})
