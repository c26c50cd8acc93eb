import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runSvc } from '../memory-shell.ts'

const mainCommands = [
  ['init'],
  ['serve'],
  ['config', 'show'],
  ['config', 'reference'],
  ['config', 'check'],
  ['keys', 'create'],
  ['keys', 'list'],
  ['keys', 'rotate'],
  ['keys', 'revoke'],
  ['verifications', 'submit'],
  ['verifications', 'list'],
  ['verifications', 'get'],
  ['webhooks', 'create'],
  ['webhooks', 'list'],
  ['webhooks', 'get'],
  ['webhooks', 'update'],
  ['webhooks', 'delete'],
  ['webhooks', 'test'],
  ['webhooks', 'rotate-secret'],
  ['webhooks', 'deliveries'],
  ['webhooks', 'replay'],
  ['webhooks', 'verify'],
  ['version'],
  ['completion'],
]

describe('help', () => {
  test('is what svc alone shows, on stdout, with status 0', async () => {
    const { status, out, err } = await runSvc([])
    assert.deepEqual([status, err], [0, ''])
    for (const [name] of mainCommands) assert.match(out, new RegExp(`^  ${name} `, 'm'))
    assert.doesNotMatch(out, /__complete/)
  })

  for (const path of mainCommands) {
    test(`of ${path.join(' ')} begins with examples, before usage and options`, async () => {
      const { status, out } = await runSvc([...path, '--help'])
      const order = ['Examples:\n  $ ', `Usage: svc ${path.join(' ')}`, 'Options:'].map((part) =>
        out.indexOf(part),
      )
      assert.equal(status, 0)
      assert.ok(
        order.every((at, index) => at > 0 && at > (order[index - 1] ?? 0)),
        out,
      )
      assert.match(out, /Global Options:\n {2}--json/)
    })
  }

  test('is the same for help a b, a help b and a b --help', async () => {
    const { out } = await runSvc(['keys', 'create', '--help'])
    assert.equal((await runSvc(['help', 'keys', 'create'])).out, out)
    assert.equal((await runSvc(['keys', 'help', 'create'])).out, out)
    assert.equal((await runSvc(['--config', '/x', 'keys', 'help', 'create'])).out, out)
    assert.equal((await runSvc(['help', 'keys', '--data-dir', '/x', 'create'])).out, out)
  })

  test('keeps to 80 columns where there is no terminal', async () => {
    const helps = await helpsBelow([])
    assert.ok(helps.length > mainCommands.length)
    assert.deepEqual(
      helps
        .flatMap((help) => help.replace(/Examples:\n( {2}.*\n)+/, '').split('\n'))
        .filter((line) => line.length > 80),
      [],
    )
  })
})

/** The help of each group and command, which are below `Commands` and the chapters of svc itself. */
async function helpsBelow(path: readonly string[]): Promise<readonly string[]> {
  const { out } = await runSvc([...path, '--help'])
  const [, ...commands] = path.length === 0 ? ['', out] : out.split('\nCommands:\n')
  const names = [...commands.join().matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)]
  const below = names.map(([, name = '']) => helpsBelow([...path, name]))
  return [out, ...(await Promise.all(below)).flat()]
}

describe('the help of webhooks create', () => {
  test('says what is required, and which outcome sends which event', async () => {
    const { out } = await runSvc(['webhooks', 'create', '--help'])
    assert.match(out, /--url <url> .*\(required\)/)
    assert.match(out, /--env <environment> .*\(required/)
    assert.match(
      out,
      /verification\.completed +A verification was approved, with its score if any\.\n/,
    )
    assert.match(out, /verification\.failed +A verification was declined or ended in an error\.\n/)
    const { out: update } = await runSvc(['webhooks', 'update', '--help'])
    assert.doesNotMatch(update, /\(required/)
  })
})

describe('a usage error', () => {
  const wrong: readonly (readonly [name: string, argv: readonly string[], said: RegExp])[] = [
    ['a command that does not exist', ['kyes'], /unknown command 'kyes'\n\(Did you mean keys\?\)/],
    [
      'a part that does not exist',
      ['keys', 'lst'],
      /unknown command 'lst'\n\(Did you mean list\?\)/,
    ],
    ['an option that does not exist', ['keys', 'list', '--evn', 'live'], /Did you mean --env\?/],
    ['an argument that is missing', ['keys', 'revoke'], /missing required argument 'id'/],
    ['an argument too many', ['version', 'now'], /too many arguments/],
    ['an id without its option', ['erase', 'ver_1'], /Did you mean --verification ver_1\?/],
    ['an address without its option', ['users', 'invite', 'a@b.c'], /Did you mean --email a@b\.c/],
    ['a word that is not a choice', ['keys', 'list', '--env', 'test'], /Allowed choices are/],
    ['a number out of range', ['verifications', 'list', '--limit', '0'], /from 1 to 100/],
    ['a duration without a unit', ['keys', 'rotate', 'key_1', '--grace', '5'], /90s or 24h/],
  ]
  for (const [name, argv, said] of wrong) {
    test(`such as ${name}: status 2, what is wrong and where the help is, on stderr`, async () => {
      const { status, out, err } = await runSvc(argv)
      assert.deepEqual([status, out], [2, ''])
      assert.match(err, said)
      assert.match(err, /^error: /)
      assert.match(err, /\nSee: svc[a-z ]* --help\n$/)
      assert.ok(err.split('\n').length <= 4, err)
    })

    test(`such as ${name}, with --json: one JSON object on stderr and no help`, async () => {
      const { status, out, err } = await runSvc(['--json', ...argv])
      assert.deepEqual([status, out], [2, ''])
      const { error } = JSON.parse(err)
      assert.equal(error.code, 'usage')
      assert.doesNotMatch(error.message, /^error|\n/)
    })
  }

  test('points to the help of the very command', async () => {
    const { err } = await runSvc(['webhooks', 'create', '--evn', 'live'])
    assert.match(err, /\nSee: svc webhooks create --help\n$/)
  })

  const nowhere = [
    ['help', 'nope'],
    ['help', 'keys', 'nope'],
    ['keys', 'help', 'nope'],
    ['nope', '--help'],
    ['keys', 'nope', '-h'],
  ]
  for (const argv of nowhere) {
    test(`is asking for help on what is not there: ${argv.join(' ')}`, async () => {
      const { status, out, err } = await runSvc(argv)
      assert.deepEqual([status, out], [2, ''])
      assert.match(err, /^error: unknown command 'nope'/)
    })
  }

  test('is a group without a command', async () => {
    const { status, out, err } = await runSvc(['keys'])
    assert.deepEqual([status, out], [2, ''])
    assert.match(err, /Commands:/)
  })
})

describe('svc version', () => {
  test('prints the version of package.json, as text and as JSON', async () => {
    const { default: about } = await import('../../../package.json', { with: { type: 'json' } })
    assert.match((await runSvc(['version'])).out, new RegExp(`^svc ${about.version} `))
    assert.equal((await runSvc(['--version'])).out, `${about.version}\n`)
    const { version, node } = JSON.parse((await runSvc(['version', '--json'])).out)
    assert.deepEqual([version, node], [about.version, process.versions.node])
  })
})

describe('colour', () => {
  const help = ['keys', '--help']
  test('is there on a terminal and nowhere else', async () => {
    assert.ok((await runSvc(help, { columns: 100 })).out.includes('\x1b['))
    assert.ok(!(await runSvc(help)).out.includes('\x1b['))
  })

  test('goes away with NO_COLOR, TERM=dumb and --no-color', async () => {
    const plain = [
      await runSvc(help, { columns: 100, env: { NO_COLOR: '1' } }),
      await runSvc(help, { columns: 100, env: { TERM: 'dumb' } }),
      await runSvc([...help, '--no-color'], { columns: 100 }),
    ]
    for (const { out } of plain) assert.ok(!out.includes('\x1b['))
  })
})
