// Table 4: what approving each kind of request does, and what becomes of one that is not approved.

import type { Appliance } from './appliance.ts'
import type { ApprovalEffect, ApprovalEffects } from './approvals/decide-approval.ts'
import { keyActivation } from './keys/activate-key.ts'
import { roleGrant, secondFactorReset } from './staff/second-administrator.ts'
import { addressApproval } from './webhooks/approve-address.ts'

export function approvalEffects(appliance: Pick<Appliance, 'clock' | 'keyring'>): ApprovalEffects {
  return {
    key_activation: keyActivation(appliance),
    webhook_address: addressApproval(appliance),
    personal_export: nothing,
    user_second_factor_reset: secondFactorReset(appliance),
    user_role_grant: roleGrant(appliance),
  }
}

/** Approving gives the requester leave, which they use later. */
const nothing: ApprovalEffect = {
  async apply() {},
  async drop() {},
}
