// The context that every call of the simulator gets. Created once, in `simulator.ts`.

import type { Clock } from '../../kernel/clock.ts'
import type { SmileCredentials } from '../../providers/smile-id/signature.ts'
import type { Callbacks } from './callbacks.ts'
import type { Ledger } from './ledger.ts'
import type { OutcomePolicy, ResultDelays } from './outcomes.ts'
import type { SignatureRules } from './request-signature.ts'
import type { UploadUrlRules } from './upload-url.ts'

export interface SimulatorContext {
  readonly clock: Clock
  readonly credentials: SmileCredentials
  readonly signatureRules: SignatureRules
  readonly uploadUrlRules: UploadUrlRules
  readonly ledger: Ledger
  readonly outcomeOf: OutcomePolicy
  readonly delays: ResultDelays
  readonly callbacks: Callbacks
  /** Scheme, host and port of the simulator, without a path; known once it listens. */
  readonly origin: () => string
}
