import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { CommandError, commandErrorCodes } from '../../cli/command-error.ts'
import { statusOfCode } from '../../cli/exit-codes.ts'
import { openIo } from '../../cli/io.ts'
import { RemoteRefusal, reportError } from '../../cli/report-error.ts'
import { ownShell } from '../../cli/shell.ts'
import { ConfigError } from '../../server/config.ts'
import { MasterKeyError } from '../../server/crypto/master-key.ts'
import { MigrationError } from '../../server/db/migrate.ts'
import { ServerLockedError } from '../../server/db/server-lock.ts'
import {
  AppError,
  consoleErrorCodes,
  errorCodes,
  refuseFaults,
} from '../../server/kernel/app-error.ts'
import { TlsFilesError } from '../../server/settings/tls-files.ts'

function report(error: unknown, json = false) {
  const stderr = new PassThrough({ encoding: 'utf8' })
  const io = openIo(
    { ...ownShell(), stdout: new PassThrough(), stderr },
    {},
    () => ({ json }),
    AbortSignal.any([]),
  )
  const status = reportError(io, error)
  return { status, said: String(stderr.read()) }
}

function systemError(code: string, syscall?: string): Error {
  const call = syscall === undefined ? {} : { syscall }
  return Object.assign(new Error(`${code}: it did not work`), { code, ...call })
}

const fault = (param: string) => ({ param, code: 'invalid', message: `${param} is wrong.` })

describe('the exit status', () => {
  const cases: readonly (readonly [name: string, error: unknown, status: number])[] = [
    ['a wrong request', new AppError('invalid_request', 'No.'), 2],
    ['wrong settings', new ConfigError([{ name: 'SVC_PORT', message: 'must be a number' }]), 2],
    ['a refused key', new AppError('unauthenticated', 'No.'), 4],
    ['a missing right', new AppError('missing_scope', 'No.'), 4],
    ['a file of somebody else', systemError('EACCES'), 4],
    ['something that is not there', new AppError('not_found', 'No.'), 5],
    ['a conflict', new AppError('conflict', 'No.'), 6],
    ['a wrong master key', new MasterKeyError('no'), 6],
    ['a database of a newer release', new MigrationError('no'), 6],
    ['a second server', new ServerLockedError(undefined), 6],
    ['a port that is taken', systemError('EADDRINUSE'), 6],
    ['a port that needs a right', systemError('EACCES', 'listen'), 6],
    ['a host that is not this machine', systemError('ENOTFOUND', 'getaddrinfo'), 2],
    ['TLS files that do not work', new TlsFilesError('SVC_TLS_KEY_FILE', 'names no key'), 2],
    ['a damaged database', systemError('SQLITE_NOTADB'), 6],
    ['a damaged index of the database', systemError('SQLITE_CORRUPT_INDEX'), 6],
    ['a folder that is a file', systemError('ENOTDIR', 'mkdir'), 6],
    ['a busy database', systemError('SQLITE_BUSY'), 7],
    ['a server that asks to slow down', new AppError('rate_limited', 'No.'), 7],
    ['nobody there', new CommandError('unreachable', 'No.'), 7],
    ['an interruption', new CommandError('interrupted', 'No.'), 130],
    ['a fault of the program', new TypeError('no'), 1],
  ]
  for (const [name, error, status] of cases) {
    test(`of ${name} is ${status}`, () => {
      assert.equal(report(error).status, status)
      assert.equal(report(error, true).status, status)
    })
  }

  test('that no operator can fix is reported as a bug of svc', () => {
    for (const [name, error] of cases.filter(([, error]) => !(error instanceof TypeError))) {
      assert.doesNotMatch(report(error).said, /fault of svc/, name)
    }
  })

  test('of a taken port comes with a command that takes another', () => {
    const { said } = report(systemError('EADDRINUSE', 'listen'))
    assert.match(said, /SVC_PORT=8090 npm start .*svc serve --port 8090/)
  })

  test('is set for every code that there is', () => {
    assert.deepEqual(
      Object.keys(statusOfCode).toSorted(),
      [...errorCodes, ...consoleErrorCodes, ...commandErrorCodes].toSorted(),
    )
  })
})

describe('an error', () => {
  test('of several faults lists them all, once each', () => {
    const error = refuseFaults([fault('name'), fault('env'), fault('env')])
    assert.equal(
      report(error).said,
      'error: 2 fields need correction: name, env.\n  name is wrong.\n  env is wrong.\n',
    )
    const { details } = JSON.parse(report(error, true).said).error
    assert.equal(details.length, 3)
  })

  test('of one fault says it once', () => {
    assert.equal(report(refuseFaults([fault('name')])).said, 'error: name is wrong.\n')
  })

  test('that a server answered with names the server and carries its request id', () => {
    const refusal = new AppError('not_found', 'Nothing is here.')
    const url = 'http://127.0.0.1:8091'
    const error = new RemoteRefusal(refusal, { requestId: 'req_1', url })
    assert.match(report(error).said, /\n {2}server: http:.*:8091\n {2}request_id: req_1\n$/)
    const { request_id: requestId, server } = JSON.parse(report(error, true).said).error
    assert.deepEqual([requestId, server], ['req_1', url])
  })

  test('that is unexpected is reported by its stack, without its message, which may quote personal data', () => {
    const { said } = report(new TypeError('Awa Testou is not a function'))
    assert.match(said, /TypeError/)
    assert.match(said, /exit-codes\.test\.ts/)
    assert.doesNotMatch(said, /Testou/)
    assert.doesNotMatch(report(new TypeError('Awa Testou'), true).said, /Testou/)
  })
})
