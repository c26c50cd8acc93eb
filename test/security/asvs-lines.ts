// The 84 statements of OWASP ASVS 5.0, level 2 and what of level 3 is cheap here, each with its tests.

import { accessAndCrypto } from './asvs-access-and-crypto.ts'
import { apiAndFiles } from './asvs-api-and-files.ts'
import { authentication } from './asvs-authentication.ts'
import { browser } from './asvs-browser.ts'
import { input } from './asvs-input.ts'
import { logsAndAudit } from './asvs-logs-and-audit.ts'
import { operation } from './asvs-operation.ts'
import type { AsvsRow } from './asvs-row.ts'
import { sessionsOfUsers } from './asvs-sessions.ts'

export const asvsLines: readonly AsvsRow[] = [
  ...input,
  ...browser,
  ...apiAndFiles,
  ...authentication,
  ...sessionsOfUsers,
  ...accessAndCrypto,
  ...operation,
  ...logsAndAudit,
]
