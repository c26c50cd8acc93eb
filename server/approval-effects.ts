// Table 4: the effect of approving or not approving each kind of request.

import type { Appliance } from './appliance.ts'
import type { ApprovalEffect, ApprovalEffects } from './approvals/decide-approval.ts'
import { approvedErasure } from './erasure/request-erasure.ts'
import { keyActivation } from './keys/activate-key.ts'
import { reinvitation, roleGrant, secondFactorReset } from './users/second-administrator.ts'
import { addressApproval } from './webhooks/approve-address.ts'

export function approvalEffects(
  appliance: Pick<Appliance, 'clock' | 'keyring' | 'db' | 'config'>,
): ApprovalEffects {
  return {
    key_activation: keyActivation(appliance),
    webhook_address: addressApproval(appliance),
    personal_export: nothing,
    user_second_factor_reset: secondFactorReset(appliance),
    user_reinvitation: reinvitation(appliance),
    user_role_grant: roleGrant(appliance),
    verification_erasure: approvedErasure(appliance),
  }
}

/** Approving changes nothing by itself; the requester uses the approval later. */
const nothing: ApprovalEffect = {
  async apply() {},
  async drop() {},
}
