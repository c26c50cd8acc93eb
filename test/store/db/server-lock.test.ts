import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { programOf } from '../../../server/db/lock-owner.ts'
import {
  findHolder,
  holdServerLock,
  holdServerLockWhenFree,
  ServerLockedError,
  serverLockFile,
} from '../../../server/db/server-lock.ts'
import { isServing } from '../../../server/operations/is-serving.ts'
import { startProgram } from '../../support/child-program.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { turns } from '../../support/turns.ts'

const holdLock = new URL('programs/hold-lock.ts', import.meta.url)

describe('the server lock', () => {
  test('refuses a second holder at once, and says what to do', (t) => {
    const file = join(tempFolder(t), 'server.lock')
    const lock = holdServerLock(file)
    t.after(() => lock.release())
    assert.throws(() => holdServerLock(file), /stop it first/)
  })

  test('is free again once it was released', (t) => {
    const file = join(tempFolder(t), 'server.lock')
    holdServerLock(file).release()
    holdServerLock(file).release()
  })

  test('holds against another process', async (t) => {
    const file = join(tempFolder(t), 'server.lock')
    const lock = holdServerLock(file)
    t.after(() => lock.release())
    const other = startProgram(t, holdLock, [file])
    assert.equal(await other.nextLine(), 'refused')
  })

  test('is held as long as its holder lives, freed by its death, kill -9 included', async (t) => {
    const file = join(tempFolder(t), 'server.lock')
    const other = startProgram(t, holdLock, [file])
    assert.equal(await other.nextLine(), 'held')
    assert.throws(() => holdServerLock(file), ServerLockedError)
    assert.throws(
      () => holdServerLock(file),
      new RegExp(`process ${other.pid} \\(hold-lock\\.ts\\) works on this data folder`),
    )
    other.kill('SIGKILL')
    await other.ended
    holdServerLock(file).release()
  })

  test('is waited for by a server that starts while a command holds it for an instant', async (t) => {
    const file = join(tempFolder(t), 'server.lock')
    const command = startProgram(t, holdLock, [file])
    assert.equal(await command.nextLine(), 'held')
    assert.throws(() => holdServerLock(file), ServerLockedError)
    const longEnough = 60_000
    command.kill('SIGKILL')
    holdServerLock(file, longEnough).release()
  })

  test('is waited for by a command that asks for it while another does', async (t) => {
    const folder = tempFolder(t)
    const other = startProgram(t, holdLock, [serverLockFile(folder), '100'])
    assert.equal(await other.nextLine(), 'held')
    const longEnough = 60_000
    assert.equal(isServing(folder, longEnough), false)
  })

  test('is not waited for where a server has it, which has written its name', (t) => {
    const folder = tempFolder(t)
    const lock = holdServerLock(serverLockFile(folder))
    t.after(() => lock.release())
    lock.writeHolder({ url: undefined, publicUrl: undefined })
    const forEver = 2 ** 31 - 1
    assert.equal(isServing(folder, forEver), true)
  })

  test('is taken later by a node that met it held, with where the node listens by then', async (t) => {
    const file = join(tempFolder(t), 'server.lock')
    const clock = new ManualClock()
    const first = holdServerLock(file)
    const node = holdServerLockWhenFree(file, clock)
    t.after(() => node.release())
    const url = 'http://127.0.0.1:15001'
    node.writeHolder({ url, publicUrl: undefined })
    await turns(1)
    // It tries once a turn of the event loop, however much time has passed.
    clock.advance(10 * 365 * 86_400_000)
    assert.equal(findHolder(file), undefined)
    first.release()
    await turns(1)
    clock.advance(60_000)
    assert.throws(() => holdServerLock(file), /port 15001/)
    assert.deepEqual([findHolder(file)?.pid, findHolder(file)?.url], [process.pid, url])
    node.release()
    assert.equal(clock.pendingCount, 0)
    holdServerLock(file).release()
  })

  test('of one folder does not lock another', (t) => {
    const [one, two] = [tempFolder(t), tempFolder(t)].map((folder) => join(folder, 'server.lock'))
    const locks = [one, two].map((file) => holdServerLock(file ?? ''))
    for (const lock of locks) lock.release()
  })
})

test('the program that holds a lock is named by its command, without what may be a path or a name', () => {
  const named = [
    [['node', '--max-semi-space-size=8', '/opt/svc/cli/svc.js', 'serve', '--demo'], 'svc serve'],
    [['/usr/bin/node', '/opt/svc/cli/svc.js', 'restore', '/mnt/a.age', '--yes'], 'svc restore'],
    [['/opt/svc/bin/svc', 'images', 'move', '--to', 's3'], 'svc images'],
    [['/opt/svc/bin/svc', 'restore', 'nightly'], 'svc restore'],
    [['/opt/svc/bin/svc', '/mnt/a.age'], 'svc'],
    [['node'], 'node'],
    [[], 'unknown'],
  ] as const
  for (const [words, program] of named) assert.equal(programOf(words), program)
})
