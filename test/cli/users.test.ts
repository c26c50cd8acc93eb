import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { roleTableJson } from '../../server/users/user-json.ts'
import { type Installation, install } from './installation.ts'

const awa = ['--email', 'Awa@Bank.example', '--name', 'Awa Diop', '--role', 'administrator']
const password = 'velvet-tractor-oblique-harmonica'

async function create(svc: Installation, more: readonly string[] = awa) {
  const file = join(svc.folder, 'password.txt')
  writeFileSync(file, `${password}\n`)
  return svc.svc(['users', 'create', ...more, '--password-file', file])
}

describe('svc users', () => {
  test('setup-link writes the link alone to stdout, until there is an administrator', async (t) => {
    const svc = await install(t)
    const { status, out, err } = await svc.svc(['users', 'setup-link'])
    assert.equal(status, 0, err)
    assert.match(out, /^http:\/\/127\.0\.0\.1:8080\/console\/set-up#[\w-]{43}\n$/)
    assert.match(err, /works once/)
    assert.equal((await create(svc)).status, 0)
    assert.equal((await svc.svc(['users', 'setup-link'])).status, 6)
  })

  test('create takes the password from a file, and says what is to be done', async (t) => {
    const svc = await install(t)
    const { status, out, err } = await create(svc)
    assert.equal(status, 0, err)
    assert.match(out, /^usr_\w{26}\n$/)
    assert.match(err, /awa@bank\.example[\s\S]*second factor/)
    assert.match(err, /Ask the user to change it/)
    const { items } = await svc.json(['users', 'list'])
    const [user] = items as { email: string; role: string; state: string }[]
    assert.deepEqual(
      [user?.email, user?.role, user?.state],
      ['awa@bank.example', 'administrator', 'active'],
    )
    assert.equal((await create(svc)).status, 6)
  })

  test('create asks on a terminal, twice, and nowhere else', async (t) => {
    const { svc } = await install(t)
    const off = await svc(['users', 'create', ...awa])
    assert.deepEqual([off.status, /--password-file/.test(off.err)], [2, true])
    const columns = 80
    const other = await svc(['users', 'create', ...awa], { columns, typed: `${password}\nother\n` })
    assert.equal(other.status, 2)
    const typed = `${password}\n${password}\n`
    const same = await svc(['users', 'create', ...awa], { columns, typed })
    assert.equal(same.status, 0, same.err)
    assert.equal(same.err.includes(password) || same.out.includes(password), false)
  })

  test('create refuses a common password and lists every fault by its option', async (t) => {
    const svc = await install(t)
    const file = join(svc.folder, 'common.txt')
    writeFileSync(file, 'passwordpassword')
    const common = await svc.svc(['users', 'create', ...awa, '--password-file', file])
    assert.deepEqual(
      [common.status, /--password-file is easy to guess/.test(common.err)],
      [2, true],
    )
    const { err } = await svc.svc(['users', 'create', '--role', 'owner', '--json'])
    const { details } = JSON.parse(err).error
    assert.deepEqual(details.map(({ param }: { param: string }) => param).toSorted(), [
      '--email',
      '--name',
      '--role',
    ])
  })

  test('invite and reset-password print a link for one user', async (t) => {
    const svc = await install(t)
    const asked = ['--email', 'kofi@bank.example', '--name', 'Kofi', '--role', 'developer']
    const { out } = await svc.svc(['users', 'invite', ...asked])
    assert.match(out, /\/console\/invitation#[\w-]{43}\n$/)
    await create(svc)
    const reset = await svc.svc(['users', 'reset-password', 'awa@bank.example'])
    assert.match(reset.out, /\/console\/new-password#[\w-]{43}\n$/)
  })

  test('disable and enable shut out and let in, but for the last administrator', async (t) => {
    const svc = await install(t)
    await create(svc)
    const last = await svc.svc(['users', 'disable', 'awa@bank.example', '--yes'])
    assert.deepEqual([last.status, /last administrator/.test(last.err)], [6, true])
    const kofi = ['--email', 'kofi@bank.example', '--name', 'Kofi', '--role', 'developer']
    await create(svc, kofi)
    assert.equal((await svc.svc(['users', 'disable', 'kofi@bank.example'])).status, 2)
    const done = await svc.svc(['users', 'disable', 'KOFI@bank.example', '--yes', '--json'])
    assert.equal(JSON.parse(done.out).state, 'disabled')
    const undone = await svc.svc(['users', 'enable', 'kofi@bank.example', '--json'])
    assert.equal(JSON.parse(undone.out).state, 'active')
    assert.equal((await svc.svc(['users', 'enable', 'nobody@bank.example'])).status, 5)
  })

  test('what is to be typed next names the same installation', async (t) => {
    const svc = await install(t)
    const place = `--config ${svc.configFile}\n`
    const { err: empty } = await svc.svc(['users', 'list'])
    assert.ok(empty.includes(`svc users setup-link ${place}`), empty)
    const invited = await svc.svc(['users', 'invite', ...awa])
    assert.ok(
      invited.err.includes(`svc users reset-password awa@bank.example ${place}`),
      invited.err,
    )
    const reset = await svc.svc(['users', 'reset-password', 'awa@bank.example'])
    assert.ok(
      reset.err.includes(`svc users reset-second-factor awa@bank.example ${place}`),
      reset.err,
    )
    const create = 'users create --email c@bank.example --name C --role auditor'
    assert.ok((await svc.svc(create.split(' '))).err.includes(`svc users invite ${place}`))
  })

  test('reset-second-factor works on the host, and is reported to the user', async (t) => {
    const svc = await install(t)
    await create(svc)
    const args = ['users', 'reset-second-factor', 'awa@bank.example', '--yes']
    const { status, err } = await svc.svc(args)
    assert.equal(status, 0, err)
    const { items } = await svc.json(['audit', 'list', '--action', 'user.second_factor_reset'])
    const [entry] = items as { actor: { kind: string } }[]
    assert.equal(entry?.actor.kind, 'cli')
  })

  test('reinvite ends password, factors and sessions, gives a link, and spares the last administrator', async (t) => {
    const svc = await install(t)
    await create(svc)
    const last = await svc.svc(['users', 'reinvite', 'awa@bank.example', '--yes'])
    assert.notEqual(last.status, 0)
    assert.match(last.err, /last administrator/)
    await create(svc, ['--email', 'ada@bank.example', '--name', 'Ada', '--role', 'administrator'])
    const args = ['users', 'reinvite', 'awa@bank.example', '--yes']
    const { user, link } = (await svc.json(args)) as {
      readonly user: { readonly state: string; readonly source: string }
      readonly link: { readonly url: string }
    }
    assert.deepEqual([user.state, user.source], ['invited', 'local'])
    assert.match(link.url, /\/console\/invitation#/)
    const { items } = await svc.json(['audit', 'list', '--action', 'user.invited_again'])
    assert.equal((items as readonly unknown[]).length, 1)
  })

  test('roles prints the very table that the server enforces', async (t) => {
    const svc = await install(t)
    assert.deepEqual(
      await svc.json(['users', 'roles']),
      JSON.parse(JSON.stringify(roleTableJson())),
    )
    const { out } = await svc.svc(['users', 'roles'])
    assert.match(out, /verifications\.export +- +yes +yes +- +-/)
  })
})

describe('svc audit', () => {
  test('head, export and verify belong together', async (t) => {
    const svc = await install(t)
    await create(svc)
    const head = (await svc.svc(['audit', 'head'])).out.trim()
    const exported = await svc.svc(['audit', 'export'])
    const lines = exported.out.trim().split('\n')
    assert.equal(`${lines.length}:${JSON.parse(lines.at(-1) ?? '').hash}`, head)
    const file = join(svc.folder, 'audit.jsonl')
    const kept = await svc.svc(['audit', 'export', '--after', '1', '--out', file])
    assert.match(
      kept.err,
      new RegExp(`^${lines.length + 1} entries exported in ${file}\\.\nCheckpoint: `),
    )
    assert.deepEqual([kept.out, statSync(file).mode & 0o777], ['', 0o600])
    const written = readFileSync(file, 'utf8').trim().split('\n')
    assert.deepEqual(written.slice(0, -2), lines.slice(1), 'and the look at it before, twice')
    const { status, out } = await svc.svc(['audit', 'verify', '--head', head])
    assert.equal(status, 0)
    assert.match(out, /^intact: \d+ entries/)
    const ahead = `999:${'0'.repeat(64)}`
    const cut = await svc.svc(['audit', 'verify', '--head', ahead])
    assert.deepEqual([cut.status, /cut: entry/.test(cut.out)], [3, true])
    assert.equal((await svc.svc(['audit', 'verify', '--head', 'nonsense'])).status, 2)
  })

  test('list fits a terminal of 80 columns with every id whole', async (t) => {
    const svc = await install(t)
    await create(svc)
    const { items } = await svc.json(['users', 'list'])
    const [user] = items as readonly { readonly id: string }[]
    const { out } = await svc.svc(['audit', 'list', '--no-color'], { columns: 80 })
    assert.deepEqual(
      out.split('\n').filter((line) => line.length > 80),
      [],
    )
    assert.ok(out.includes(String(user?.id)), out)
    const wide = await svc.svc(['audit', 'list', '--no-color'], { columns: 140 })
    assert.ok(wide.out.includes(String(user?.id)), wide.out)
    assert.match(wide.out, /^\d+ +\d\d-\d\d \d\d:\d\d +\S+ +user\.created +done /m)
  })

  test('list filters, and names its options when they are wrong', async (t) => {
    const svc = await install(t)
    await create(svc)
    const { items } = await svc.json(['audit', 'list', '--action', 'user.created'])
    assert.equal((items as unknown[]).length, 1)
    const { status, err } = await svc.svc(['audit', 'list', '--actor', 'x', '--from', 'soon'])
    assert.equal(status, 2)
    assert.match(err, /--actor[\s\S]*--from/)
  })
})
