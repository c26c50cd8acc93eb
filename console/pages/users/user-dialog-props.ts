// Props of the dialogs that change one user.

import type { UserAccessJson } from '../../../server/users/user-json.ts'

export interface UserDialogProps {
  readonly person: UserAccessJson
  readonly onClose: () => void
}
