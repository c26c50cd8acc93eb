// Says why the data folder cannot be written and what to do about it.

import { describeRefusal } from '../../server/kernel/refused-path.ts'
import type { StorageFault } from '../../server/operations/status/examine-storage.ts'

export function storageFaultText({ kind, path, dataDir }: StorageFault): string {
  switch (kind) {
    case 'missing':
      return `${path} does not exist. Is its disk mounted?`
    case 'not_a_folder':
      return `${path} is a file, not a folder. Name the data folder with --data-dir (or SVC_DATA_DIR).`
    case 'read_only':
      return `${path} is on a file system that is mounted read-only. Mount it for writing; the system log may say why it is read-only.`
    case 'foreign_owner':
    case 'mode':
      return describeRefusal(path, { dataDir })
  }
}
