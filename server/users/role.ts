// The table of roles and permissions, with the names of the permissions. Routes enforce it, `svc users roles` and the
// console print it, and the console hides what a user may not do. Separation of duties: administrators see no
// verification, developers those of the sandbox alone, leads and reviewers give nobody access, auditors change nothing.
// A lead may all that a reviewer may.

export const roles = ['administrator', 'lead', 'reviewer', 'developer', 'auditor'] as const
export type Role = (typeof roles)[number]

/** Its roles, and its name in every language of the console: a verb first, to stand after "may". */
interface PermissionRow {
  readonly roles: readonly Role[]
  readonly en: string
  readonly fr: string
  readonly ar: string
}

export const permissionTable = {
  'overview.read': {
    roles: ['administrator', 'lead', 'reviewer', 'developer', 'auditor'],
    en: 'View the overview and health',
    fr: 'Voir la vue d’ensemble et l’état du serveur',
    ar: 'الاطلاع على النظرة العامة وحالة الخادم',
  },
  'verifications.read': {
    roles: ['lead', 'reviewer', 'auditor'],
    en: 'View verifications with personal data and photos',
    fr: 'Voir les vérifications avec données personnelles et photos',
    ar: 'الاطلاع على عمليات التحقق مع البيانات الشخصية والصور',
  },
  'verifications.read_sandbox': {
    roles: ['lead', 'reviewer', 'developer', 'auditor'],
    en: 'View sandbox verifications with their test data',
    fr: 'Voir les vérifications du bac à sable avec leurs données de test',
    ar: 'الاطلاع على عمليات التحقق في بيئة الاختبار مع بياناتها الاختبارية',
  },
  'verifications.export': {
    roles: ['lead', 'reviewer'],
    en: 'Export verifications',
    fr: 'Exporter les vérifications',
    ar: 'تصدير عمليات التحقق',
  },
  'verifications.case_file': {
    roles: ['lead', 'reviewer', 'auditor'],
    en: 'Save the case file of a verification',
    fr: 'Enregistrer le dossier PDF d’une vérification',
    ar: 'حفظ ملف عملية تحقق',
  },
  'retention.read': {
    roles: ['lead', 'reviewer', 'auditor'],
    en: 'View retention, legal holds and certificates of erasure',
    fr: 'Voir la conservation, les gels juridiques et les certificats d’effacement',
    ar: 'الاطلاع على الاحتفاظ والتجميد القانوني وشهادات المحو',
  },
  'verifications.erase': {
    roles: ['lead', 'reviewer'],
    en: 'Request erasure, set and release legal holds',
    fr: 'Demander l’effacement, poser et lever des gels juridiques',
    ar: 'طلب المحو، ووضع التجميد القانوني ورفعه',
  },
  'reviews.read': {
    roles: ['lead', 'reviewer', 'auditor'],
    en: 'Read the review of a verification with its notes',
    fr: 'Lire l’examen d’une vérification avec ses notes',
    ar: 'قراءة مراجعة عملية تحقق مع ملاحظاتها',
  },
  'reviews.work': {
    roles: ['lead', 'reviewer'],
    en: 'Claim and decide reviews',
    fr: 'Prendre les dossiers à examiner et statuer',
    ar: 'تولّي المراجعات والقرار فيها',
  },
  'reviews.lead': {
    roles: ['lead'],
    en: 'Reassign and release reviews, see everybody’s queue and decisions that differ',
    fr: 'Réattribuer et libérer les dossiers, voir la file de chacun et les décisions divergentes',
    ar: 'إعادة إسناد المراجعات وتحريرها، والاطلاع على قائمة كل واحد والقرارات المختلفة',
  },
  'quality.read': {
    roles: ['administrator', 'lead'],
    en: 'View and export the quality figures of each reviewer',
    fr: 'Consulter et exporter les chiffres de qualité de chaque analyste',
    ar: 'الاطلاع على أرقام جودة كل مراجع وتصديرها',
  },
  'reports.read': {
    roles: ['lead', 'auditor'],
    en: 'View and export reports',
    fr: 'Consulter et exporter les rapports',
    ar: 'الاطلاع على التقارير وتصديرها',
  },
  'keys.read': {
    roles: ['administrator', 'developer', 'auditor'],
    en: 'View API keys',
    fr: 'Consulter les clés d’API',
    ar: 'الاطلاع على مفاتيح API',
  },
  'keys.manage': {
    roles: ['administrator', 'developer'],
    en: 'Create, rotate and revoke API keys',
    fr: 'Créer, renouveler et révoquer des clés d’API',
    ar: 'إنشاء مفاتيح API وتجديدها وإبطالها',
  },
  'webhooks.read': {
    roles: ['administrator', 'developer', 'auditor'],
    en: 'View webhook endpoints and deliveries, without bodies',
    fr: 'Voir les webhooks et les envois, sans leur contenu',
    ar: 'الاطلاع على عناوين Webhook والإرساليات، دون محتواها',
  },
  'webhooks.manage': {
    roles: ['administrator', 'developer'],
    en: 'Manage webhook endpoints, rotate secrets, test and replay',
    fr: 'Gérer les webhooks, renouveler les secrets, tester et rejouer des envois',
    ar: 'إدارة عناوين Webhook، وتجديد المفاتيح السرية، والاختبار وإعادة الإرسال',
  },
  'usage.read': {
    roles: ['administrator', 'developer', 'auditor'],
    en: 'View usage',
    fr: 'Consulter la consommation',
    ar: 'الاطلاع على الاستعمال',
  },
  'usage.recount': {
    roles: ['administrator'],
    en: 'Recount usage and repair its counters',
    fr: 'Recompter la consommation et réparer ses compteurs',
    ar: 'إعادة عد الاستعمال وإصلاح عداداته',
  },
  'users.read': {
    roles: ['administrator', 'auditor'],
    en: 'View users, roles and sessions',
    fr: 'Voir les utilisateurs, leurs rôles et leurs sessions',
    ar: 'الاطلاع على المستخدمين وأدوارهم وجلساتهم',
  },
  'users.manage': {
    roles: ['administrator'],
    en: 'Invite and disable users, change roles, reset access, end sessions',
    fr: 'Inviter et désactiver des utilisateurs, changer les rôles, réinitialiser les accès, fermer les sessions',
    ar: 'دعوة المستخدمين وتعطيلهم، وتغيير الأدوار، وإعادة تعيين الدخول، وإنهاء الجلسات',
  },
  'approvals.read': {
    roles: ['administrator', 'lead', 'reviewer', 'developer', 'auditor'],
    en: 'View approval requests',
    fr: 'Consulter les demandes d’approbation',
    ar: 'الاطلاع على طلبات الموافقة',
  },
  'approvals.request': {
    roles: ['administrator', 'lead', 'reviewer', 'developer'],
    en: 'Request and withdraw approvals',
    fr: 'Demander une approbation et retirer sa demande',
    ar: 'طلب الموافقة وسحب الطلب',
  },
  'approvals.decide': {
    roles: ['administrator', 'lead', 'reviewer'],
    en: 'Decide requests of others',
    fr: 'Se prononcer sur les demandes des autres',
    ar: 'القرار في طلبات الآخرين',
  },
  'audit.read': {
    roles: ['administrator', 'auditor'],
    en: 'Read and verify the audit log',
    fr: 'Lire et vérifier le journal d’audit',
    ar: 'قراءة سجل التدقيق والتحقق منه',
  },
  'system.read': {
    roles: ['administrator', 'auditor'],
    en: 'View settings, jobs and health',
    fr: 'Voir les réglages, les tâches et l’état de santé',
    ar: 'الاطلاع على الإعدادات والمهام والحالة',
  },
  'system.manage': {
    roles: ['administrator'],
    en: 'Retry jobs',
    fr: 'Relancer des tâches',
    ar: 'إعادة تشغيل المهام',
  },
  'developer.read': {
    roles: ['administrator', 'developer'],
    en: 'Use the API reference',
    fr: 'Utiliser la référence de l’API',
    ar: 'استعمال مرجع واجهة API',
  },
} as const satisfies Readonly<Record<string, PermissionRow>>

export type Permission = keyof typeof permissionTable

export const permissions = Object.keys(permissionTable).filter(isPermission)

export function roleMay(role: Role, permission: Permission): boolean {
  const row: PermissionRow = permissionTable[permission]
  return row.roles.includes(role)
}

export function rolesWith(permission: Permission): readonly Role[] {
  return permissionTable[permission].roles
}

export function permissionsOf(role: Role): readonly Permission[] {
  return permissions.filter((permission) => roleMay(role, permission))
}

/** Completes the sentence "The role may …". */
export function describePermission(permission: Permission): string {
  const { en } = permissionTable[permission]
  return en.charAt(0).toLowerCase() + en.slice(1)
}

export function isPermission(name: string): name is Permission {
  return name in permissionTable
}
