import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findBinaries } from '../../../scripts/postgres/local-server.ts'
import { startProgram } from '../../support/child-program.ts'

const needs = {
  skip:
    (findBinaries() === undefined && 'no PostgreSQL 15 to 18 is installed') ||
    (!existsSync('/proc/sysvipc/shm') && 'this system does not list its shared memory'),
}

test(
  'a server that a test leaves running ends with its process and leaves nothing',
  needs,
  async (t) => {
    const program = startProgram(t, new URL('programs/leave-server.ts', import.meta.url))
    const { folder, segment, files } = JSON.parse((await program.nextLine()) ?? '{}')
    assert.deepEqual(await program.ended, { status: 0, errors: '' })
    assert.equal(existsSync(folder), false)
    assert.deepEqual(files.filter(existsSync), [])
    const segments = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n')
    assert.match(segment, /^\d+$/)
    assert.ok(segments.every((line) => line.trim().split(/\s+/)[1] !== segment))
  },
)
