// What happened to a verification, as far as the records tell.

import type { AuditAction } from '../../audit/audit.ts'
import type { DeliveryState } from '../../deliveries/delivery.ts'
import type { EventType } from '../../events/event.ts'
import type { Scan } from '../../images/scan.ts'
import type { JobState } from '../../jobs/job.ts'
import type { ImageRole } from '../../providers/provider.ts'
import type { UsageType } from '../../usage/usage.ts'
import type { DeliveryError } from '../../webhooks/delivery-error.ts'

export interface VerificationTrace {
  readonly images: readonly TracedImage[]
  /** undefined where no provider was asked. */
  readonly provider: TracedProvider | undefined
  /** undefined once the job was pruned. */
  readonly job: TracedJob | undefined
  /** At most `usageMax` of verification-trace-view for each kind, the newest, oldest first. */
  readonly usage: readonly TracedUsage[]
  /** With the newest `attemptsShownMax` attempts of each. */
  readonly deliveries: readonly TracedDelivery[]
  /** At most `accessesMax` of verification-trace-view, latest first. */
  readonly accesses: readonly TracedAccess[]
  /** Whether the data key was destroyed, and the personal data with it. */
  readonly isErased: boolean
}

interface TracedProvider {
  readonly name: string
  readonly reference: string | undefined
  readonly uploadStartedAt: number | undefined
  readonly submittedAt: number | undefined
}

export interface TracedUsage {
  readonly at: number
  readonly type: UsageType
  readonly billable: boolean
  /** Whether it takes an earlier one back. */
  readonly isCorrection: boolean
}

export interface TracedDelivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: EventType
  readonly webhookId: string
  readonly state: DeliveryState
  readonly createdAt: number
  readonly attempts: readonly {
    readonly number: number
    readonly at: number
    readonly durationMs: number
    readonly status: number | undefined
    readonly error: DeliveryError | undefined
  }[]
}

export interface TracedImage {
  readonly id: string
  readonly role: ImageRole
  readonly format: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly sha256: string
  readonly scan: Scan
}

export interface TracedAccess {
  readonly at: number
  readonly action: AuditAction
  readonly userId: string | undefined
  readonly userName: string | undefined
}

export interface TracedJob {
  readonly state: JobState
  readonly runs: number
  readonly failedAttempts: number
  readonly interruptions: number
  readonly reason: string | undefined
  readonly dueAt: number
  readonly finishedAt: number | undefined
}
