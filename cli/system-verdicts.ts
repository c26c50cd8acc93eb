// Maps errors of the operating system and of SQLite to a code for programs, an exit status and advice.

import { demoCommand } from './demo-command.ts'
import { type ErrorVerdict, exitStatus } from './exit-codes.ts'

const rightUser = 'Run the command as the user that the server runs as.'
const permissionDenied: ErrorVerdict = {
  code: 'permission_denied',
  status: exitStatus.notAllowed,
  advice: rightUser,
}
const diskFull: ErrorVerdict = {
  code: 'disk_full',
  status: exitStatus.failed,
  advice: 'Make room on that disk.',
}
/** SQLite names no file. */
const dataDiskFull: ErrorVerdict = {
  ...diskFull,
  advice: 'Make room on the disk of the data folder (SVC_DATA_DIR).',
}
const noSuchAddress: ErrorVerdict = {
  code: 'address_not_available',
  status: exitStatus.usage,
  advice: 'Name an address of this machine with --host (or SVC_HOST).',
}
const damagedDatabase: ErrorVerdict = {
  code: 'database_damaged',
  status: exitStatus.conflict,
  advice: 'The database is damaged; restore a backup (svc restore, svc help backup).',
}

/** By error code, or by system call and code if the call matters. */
const verdictOfSystemCode: Readonly<Record<string, ErrorVerdict>> = {
  'listen EACCES': {
    code: 'permission_denied',
    status: exitStatus.conflict,
    advice:
      'Ports below 1024 need a special right, which the unit of systemd gives to nobody: take a ' +
      'higher one with --port (or SVC_PORT), and let a proxy in front have the low one.',
  },
  EADDRNOTAVAIL: noSuchAddress,
  ENOTFOUND: noSuchAddress,
  EAI_AGAIN: noSuchAddress,
  EACCES: permissionDenied,
  EPERM: permissionDenied,
  EROFS: { code: 'read_only', status: exitStatus.conflict },
  ENOSPC: diskFull,
  SQLITE_CANTOPEN: permissionDenied,
  SQLITE_READONLY: permissionDenied,
  SQLITE_BUSY: {
    code: 'database_busy',
    status: exitStatus.unreachable,
    advice: 'Another process has the database open. Try again once it has ended.',
  },
  SQLITE_FULL: dataDiskFull,
  // The database cannot make the file beside it that its processes share.
  SQLITE_IOERR_SHMSIZE: dataDiskFull,
  SQLITE_NOTADB: damagedDatabase,
  SQLITE_CORRUPT: damagedDatabase,
  // It may be well again in a moment: the unit of systemd starts the server again after this status.
  SQLITE_IOERR: {
    code: 'disk_failed',
    status: exitStatus.failed,
    advice: 'The disk of the data folder reports errors. Check it first.',
  },
}

/** Returns undefined for an error that is neither the system's nor SQLite's. */
export function verdictOfSystemError(error: Error): ErrorVerdict | undefined {
  const code = textOf(error, 'code')
  const call = textOf(error, 'syscall')
  // SQLite's extended codes (SQLITE_CORRUPT_INDEX) begin with the plain one.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
  if (code === 'EADDRINUSE') return addressInUse(error)
  const known =
    verdictOfSystemCode[`${call} ${code}`] ??
    verdictOfSystemCode[code] ??
    verdictOfSystemCode[plain]
  return known ?? (call === '' ? undefined : { code: 'system_error', status: exitStatus.conflict })
}

/** Suggests another port, of the listener that met the taken one. */
function addressInUse(error: Error): ErrorVerdict {
  const taken = Reflect.get(error, 'port')
  const port = typeof taken === 'number' && taken < 65_000 ? taken + 10 : 8090
  const other =
    textOf(error, 'setting') === 'SVC_OPS_PORT'
      ? `let the listener for supervisors take another one: SVC_OPS_PORT=${port} (0: none).`
      : `take another port: SVC_PORT=${port} ${demoCommand()} for the demo, svc serve --port ${port} otherwise.`
  const advice = `Stop the program that listens there, or ${other}`
  return { code: 'address_in_use', status: exitStatus.conflict, advice }
}

export function isDatabaseDamage(error: unknown): boolean {
  return error instanceof Error && verdictOfSystemError(error) === damagedDatabase
}

function textOf(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
