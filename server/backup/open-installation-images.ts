// Opens the images of the installation in a database: a bucket is told who writes there.

import type { Readers } from '../db/transaction.ts'
import {
  type ImagesNeeds,
  type OpenedImages,
  openImages,
} from '../images/storage/open-image-files.ts'
import { readPlaceUser } from './restored-copy-store.ts'

type InstallationNeeds = Omit<ImagesNeeds, 'user'> & { readonly db: Pick<Readers, 'reader'> }

export function openInstallationImages(needs: InstallationNeeds): OpenedImages {
  return openImages({ ...needs, user: () => readPlaceUser(needs.db.reader) })
}
