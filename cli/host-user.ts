// The operating system's account that runs this command, and the one behind sudo, for the audit log.

import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { AuditOrigin, HostUser } from '../server/audit/audit.ts'

/** The user of this process, as the operating system reports it. */
interface HostFacts {
  readonly name: string | undefined
  readonly uid: number | undefined
  readonly loginUid: number | undefined
}

const userNameMax = 100
const rootUid = 0

/**
 * SUDO_USER counts only for root, since anybody can set it in their own environment. `login_uid` cannot be
 * forged: the kernel keeps it from the sign-in.
 */
export function hostUserFrom(
  { name, uid, loginUid }: HostFacts,
  env: Readonly<Record<string, string | undefined>>,
): HostUser {
  const sudoUser = uid === rootUid ? env.SUDO_USER : undefined
  return {
    ...(name === undefined ? {} : { os_user: printable(name) }),
    ...(uid === undefined ? {} : { os_uid: uid }),
    ...(sudoUser ? { sudo_user: printable(sudoUser) } : {}),
    ...(loginUid === undefined ? {} : { login_uid: loginUid }),
  }
}

export function commandOrigin(env: Readonly<Record<string, string | undefined>>): AuditOrigin {
  return {
    actor: { kind: 'cli', id: undefined },
    clientAddress: undefined,
    requestId: undefined,
    hostUser: hostUserFrom(readHostFacts(), env),
  }
}

function readHostFacts(): HostFacts {
  return { name: readName(), uid: process.getuid?.(), loginUid: readLoginUid() }
}

/** Undefined in a container whose account has a number and no name. */
function readName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/** The kernel's value for "nobody signed in": a service or a container. */
const noLogin = 4_294_967_295

function readLoginUid(): number | undefined {
  try {
    const uid = Number(readFileSync('/proc/self/loginuid', 'utf8'))
    return Number.isInteger(uid) && uid !== noLogin ? uid : undefined
  } catch {
    return undefined
  }
}

function printable(name: string): string {
  return name.slice(0, userNameMax).replace(/[^\w.@$+\\-]/g, '_')
}
