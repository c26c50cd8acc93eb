// The words of the printed certificate of erasure, in English, French and Arabic. Codes of the signed document stay codes
// there; on the page for people each has a word.

import type { VerificationStatus } from '../verifications/verification.ts'
import type { ErasureCounts, ErasureDigests, ErasureEntry } from './erasure.ts'

export const certificateLanguages = ['en', 'fr', 'ar'] as const
export type CertificateLanguage = (typeof certificateLanguages)[number]

interface CertificateWords {
  readonly title: string
  readonly text: string
  readonly kept: string
  readonly signed: string
  readonly id: string
  readonly instance: string
  readonly verification: string
  readonly environment: string
  readonly environments: Readonly<Record<ErasureEntry['environment'], string>>
  readonly country: string
  readonly status: string
  readonly statuses: Readonly<Record<VerificationStatus, string>>
  readonly submitted: string
  readonly erased: string
  readonly issued: string
  readonly reason: string
  readonly reasons: Readonly<Record<ErasureEntry['reason'], string>>
  readonly ground: string
  readonly floor: string
  readonly none: string
  readonly by: string
  /** A user and an API key are followed by their id. */
  readonly actors: Readonly<Record<ErasureEntry['by_kind'], string>>
  readonly asked: string
  readonly approval: string
  readonly authority: string
  readonly destroyed: string
  readonly counted: Readonly<Record<keyof ErasureCounts, string>>
  readonly digests: string
  readonly digested: Readonly<Record<keyof ErasureDigests, string>>
  readonly signature: string
  readonly key: string
  readonly fingerprint: string
}

export const certificateWords: Readonly<Record<CertificateLanguage, CertificateWords>> = {
  en: {
    title: 'Certificate of erasure',
    text: 'The personal data of this verification was destroyed. Its data key is gone from the installation. Backups made before hold it until they are removed by their keep rules; a restore erases it again.',
    kept: 'Kept without personal data: the id, the market, the status with its reasons, the times, the usage counts and the entries of the audit log.',
    signed:
      'This page is for reading. The signed document is the JSON file of the same erasure; svc erase verify checks it, also years later with the published key alone.',
    id: 'Certificate',
    instance: 'Installation',
    verification: 'Verification',
    environment: 'Environment',
    environments: { live: 'Live', sandbox: 'Sandbox (test)' },
    country: 'Country',
    status: 'Status',
    statuses: { pending: 'Pending', approved: 'Approved', declined: 'Declined', error: 'Error' },
    submitted: 'Submitted',
    erased: 'Erased',
    issued: 'Issued',
    reason: 'Reason',
    reasons: {
      subject_request: 'Request of the person',
      period_over: 'Retention period over',
      authority_order: 'Order of an authority',
      mistaken_submission: 'Submitted by mistake',
      test_data: 'Test data',
    },
    ground: 'Legal basis',
    floor: 'Mandatory retention ended',
    none: 'None',
    by: 'Erased by',
    actors: {
      user: 'user of the console',
      api_key: 'API key',
      cli: 'administrator of the server, by command; the audit log names the account',
      system: 'the appliance itself, by its retention periods',
    },
    asked: 'Requested by',
    approval: 'Approval',
    authority: 'Reference of the authority',
    destroyed: 'Destroyed',
    counted: {
      data_keys: 'data key',
      images: 'images',
      events: 'events and webhook bodies',
      provider_answers: 'provider response',
      zone_readings: 'machine-readable zone of the document',
      face_comparisons: 'advice of the bank’s face model',
      index_entries: 'search index entry',
      scores: 'score',
      review_notes: 'review notes',
    },
    digests: 'SHA-256 of what was destroyed, as it was stored encrypted',
    digested: {
      data_key: 'data key',
      claims: 'identity data',
      provider_answer: 'provider response',
      zone_reading: 'machine-readable zone of the document',
      face_comparison: 'advice of the bank’s face model',
      images: 'images',
    },
    signature: 'Signature (Ed25519)',
    key: 'Key',
    fingerprint: 'SHA-256 fingerprint of the public key',
  },
  fr: {
    title: 'Certificat d’effacement',
    text: 'Les données personnelles de cette vérification ont été détruites. Sa clé de données n’existe plus dans l’installation. Les sauvegardes antérieures la contiennent jusqu’à leur suppression selon leurs règles de conservation\u00a0; une restauration l’efface à nouveau.',
    kept: 'Conservés sans données personnelles\u00a0: l’identifiant, le marché, le statut et ses motifs, les dates, les compteurs de consommation et les entrées du journal d’audit.',
    signed:
      'Cette page est destinée à la lecture. Le document signé est le fichier JSON du même effacement\u00a0; svc erase verify le contrôle, même des années plus tard avec la seule clé publiée.',
    id: 'Certificat',
    instance: 'Installation',
    verification: 'Vérification',
    environment: 'Environnement',
    environments: { live: 'Production', sandbox: 'Bac à sable (essai)' },
    country: 'Pays',
    status: 'Statut',
    statuses: { pending: 'En cours', approved: 'Approuvée', declined: 'Refusée', error: 'Erreur' },
    submitted: 'Soumise le',
    erased: 'Effacée le',
    issued: 'Établi le',
    reason: 'Motif',
    reasons: {
      subject_request: 'Demande de la personne',
      period_over: 'Durée de conservation écoulée',
      authority_order: 'Ordre d’une autorité',
      mistaken_submission: 'Soumise par erreur',
      test_data: 'Données d’essai',
    },
    ground: 'Fondement juridique',
    floor: 'Fin de la conservation obligatoire',
    none: 'Aucune',
    by: 'Effacée par',
    actors: {
      user: 'utilisateur de la console',
      api_key: 'clé d’API',
      cli: 'administrateur du serveur, par une commande\u00a0; le journal d’audit indique le compte',
      system: 'le serveur lui-même, selon ses durées de conservation',
    },
    asked: 'Effacement demandé par',
    approval: 'Approbation',
    authority: 'Référence de l’autorité',
    destroyed: 'Détruits',
    counted: {
      data_keys: 'clé de données',
      images: 'images',
      events: 'événements et corps de webhook',
      provider_answers: 'réponse du prestataire',
      zone_readings: 'zone de lecture automatique de la pièce',
      face_comparisons: 'avis du modèle facial de la banque',
      index_entries: 'entrée de l’index de recherche',
      scores: 'score',
      review_notes: 'notes d’examen',
    },
    digests: 'SHA-256 des données détruites, telles qu’elles étaient chiffrées',
    digested: {
      data_key: 'clé de données',
      claims: 'données d’identité',
      provider_answer: 'réponse du prestataire',
      zone_reading: 'zone de lecture automatique de la pièce',
      face_comparison: 'avis du modèle facial de la banque',
      images: 'images',
    },
    signature: 'Signature (Ed25519)',
    key: 'Clé',
    fingerprint: 'Empreinte SHA-256 de la clé publique',
  },
  ar: {
    title: 'شهادة محو البيانات',
    text: 'تم إتلاف البيانات الشخصية لعملية التحقق هذه، ولم يعد مفتاح بياناتها موجودا في النظام. تبقى في النسخ الاحتياطية السابقة إلى حين حذفها وفق قواعد الاحتفاظ، وكل استرجاع لها يمحوها من جديد.',
    kept: 'يُحتفظ دون بيانات شخصية بما يلي: المعرّف، والسوق، والحالة مع أسبابها، والتواريخ، وعدادات الاستعمال، وقيود سجل التدقيق.',
    signed:
      'هذه الصفحة للقراءة. الوثيقة الموقعة هي ملف JSON الخاص بعملية المحو نفسها، ويتحقق منها الأمر svc erase verify، ولو بعد سنوات بالمفتاح المنشور وحده.',
    id: 'الشهادة',
    instance: 'النظام',
    verification: 'عملية التحقق',
    environment: 'البيئة',
    environments: { live: 'الإنتاج', sandbox: 'بيئة الاختبار' },
    country: 'البلد',
    status: 'الحالة',
    statuses: { pending: 'قيد المعالجة', approved: 'مقبولة', declined: 'مرفوضة', error: 'خطأ' },
    submitted: 'تاريخ التقديم',
    erased: 'تاريخ المحو',
    issued: 'تاريخ إصدار الشهادة',
    reason: 'السبب',
    reasons: {
      subject_request: 'طلب الشخص المعني',
      period_over: 'انقضاء مدة الاحتفاظ',
      authority_order: 'أمر من سلطة مختصة',
      mistaken_submission: 'قُدمت عن طريق الخطأ',
      test_data: 'بيانات اختبار',
    },
    ground: 'الأساس القانوني',
    floor: 'نهاية مدة الاحتفاظ الإلزامية',
    none: 'لا توجد',
    by: 'قام بالمحو',
    actors: {
      user: 'مستخدم لوحة الإدارة',
      api_key: 'مفتاح API',
      cli: 'مدير الخادم بواسطة أمر، ويذكر سجل التدقيق حسابه',
      system: 'الخادم نفسه وفق مدد الاحتفاظ',
    },
    asked: 'بطلب من',
    approval: 'الموافقة',
    authority: 'مرجع السلطة المختصة',
    destroyed: 'ما تم إتلافه',
    counted: {
      data_keys: 'مفتاح البيانات',
      images: 'الصور',
      events: 'الأحداث ومحتويات الإشعارات',
      provider_answers: 'رد مزود خدمة التحقق',
      zone_readings: 'المنطقة المقروءة آليا في الوثيقة',
      face_comparisons: 'رأي نموذج الوجوه الخاص بالبنك',
      index_entries: 'قيد في فهرس البحث',
      scores: 'التقييم',
      review_notes: 'ملاحظات المراجعة',
    },
    digests: 'بصمات SHA-256 لما تم إتلافه كما كان مخزنا مشفرا',
    digested: {
      data_key: 'مفتاح البيانات',
      claims: 'بيانات الهوية',
      provider_answer: 'رد مزود خدمة التحقق',
      zone_reading: 'المنطقة المقروءة آليا في الوثيقة',
      face_comparison: 'رأي نموذج الوجوه الخاص بالبنك',
      images: 'الصور',
    },
    signature: 'التوقيع (Ed25519)',
    key: 'المفتاح',
    fingerprint: 'بصمة SHA-256 للمفتاح العام',
  },
}
