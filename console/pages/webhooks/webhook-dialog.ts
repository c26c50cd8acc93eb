// Props of the dialogs about one endpoint.

import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'

export interface WebhookDialogProps {
  readonly webhook: ConsoleWebhookJson
  readonly onClose: () => void
}
