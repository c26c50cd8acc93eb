// Writes the packs of a backup: a single one here, several in two threads, because reading, encrypting and hashing keep
// a processor busy longer than a disk.

import { makeEnvelope } from '../envelope/age-envelope.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import { openPackThreads, type PackThreads } from './pack-threads.ts'
import type { PackGroup, PackMode, PackWork, ToPackThread } from './pack-work.ts'
import { openSource } from './packed-images.ts'
import { type WrittenPack, writePack } from './write-pack.ts'

export interface PackWriters {
  /** The threads may be started before there is a group, so that they are ready with the first. */
  readonly threads: Pick<PackThreads, 'start' | 'leaveProcessor'>
  /** Returns once another group may be prepared. @throws what an earlier group failed with */
  add(group: PackGroup, mode?: PackMode): Promise<void>
  /**
   * Waits for all groups since the last time. Returns them in the order in which they were added.
   * @throws BackupError
   */
  finish(): Promise<readonly WrittenPack[]>
  /** Ends the threads, whatever they are doing. */
  close(): Promise<void>
}

export function openPackWriters(
  work: PackWork,
  target: Pick<BackupTarget, 'write'>,
  threads: PackThreads = openPackThreads(work),
): PackWriters {
  const written: Promise<WrittenPack>[] = []
  /** The first group, until it is known whether there is a second. */
  let alone: AddedGroup | undefined
  const handOver = async (added: AddedGroup) => {
    // Before a thread is chosen, because one that is ended meanwhile would never answer.
    const envelope = await makeEnvelope(work.recipients)
    const thread = await threads.free()
    const pack = thread.write({ ...added, envelope })
    // It is thrown where the next group is added, or at the end.
    pack.catch(() => {})
    written.push(pack)
  }
  return {
    threads,
    async add(group, { isWhole } = { isWhole: false }) {
      const added = { group, isWhole }
      if (written.length === 0 && alone === undefined) {
        alone = added
        return
      }
      const first = alone
      alone = undefined
      if (first !== undefined) await handOver(first)
      await handOver(added)
    },
    async finish() {
      if (alone !== undefined) written.push(writeAlone(work, target, alone))
      alone = undefined
      const since = await Promise.all(written)
      written.length = 0
      return since
    },
    async close() {
      await threads.close()
      await Promise.allSettled(written)
    },
  }
}

type AddedGroup = Omit<ToPackThread, 'envelope'>

async function writeAlone(
  { images, ...order }: PackWork,
  target: Pick<BackupTarget, 'write'>,
  { group, isWhole }: AddedGroup,
): Promise<WrittenPack> {
  const source = await openSource(images)
  try {
    const envelope = await makeEnvelope(order.recipients)
    return await writePack({ ...order, envelope, isWhole, source, target }, group)
  } finally {
    await source.close()
  }
}
