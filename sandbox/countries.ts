/** The area codes of Canada within +1. */
const CANADA = `
	204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 387 403 416 418 428 431 437 438 450 468 474 506 514
	519 548 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942
`;

/** The other countries within +1 and +7, by calling code and area code. */
const SHARED = `
	AG:1268 AI:1264 AS:1684 BB:1246 BM:1441 BS:1242 DM:1767 DO:1809 DO:1829 DO:1849 GD:1473 GU:1671 JM:1658 JM:1876
	KN:1869 KY:1345 LC:1758 MP:1670 MS:1664 PR:1787 PR:1939 SX:1721 TC:1649 TT:1868 VC:1784 VG:1284 VI:1340
	KZ:76 KZ:77
`;

/** All others. */
const OWN_CODES = `
	AD:376 AE:971 AF:93 AL:355 AM:374 AO:244 AR:54 AT:43 AU:61 AW:297 AZ:994
	BA:387 BD:880 BE:32 BF:226 BG:359 BH:973 BI:257 BJ:229 BN:673 BO:591 BR:55 BT:975 BW:267 BY:375 BZ:501
	CD:243 CF:236 CG:242 CH:41 CI:225 CK:682 CL:56 CM:237 CN:86 CO:57 CR:506 CU:53 CV:238 CW:599 CY:357 CZ:420
	DE:49 DJ:253 DK:45 DZ:213 EC:593 EE:372 EG:20 ER:291 ES:34 ET:251
	FI:358 FJ:679 FK:500 FM:691 FO:298 FR:33
	GA:241 GB:44 GE:995 GF:594 GH:233 GI:350 GL:299 GM:220 GN:224 GP:590 GQ:240 GR:30 GT:502 GW:245 GY:592
	HK:852 HN:504 HR:385 HT:509 HU:36 ID:62 IE:353 IL:972 IN:91 IO:246 IQ:964 IR:98 IS:354 IT:39 JO:962 JP:81
	KE:254 KG:996 KH:855 KI:686 KM:269 KP:850 KR:82 KW:965
	LA:856 LB:961 LI:423 LK:94 LR:231 LS:266 LT:370 LU:352 LV:371 LY:218
	MA:212 MC:377 MD:373 ME:382 MG:261 MH:692 MK:389 ML:223 MM:95 MN:976 MO:853 MQ:596 MR:222 MT:356 MU:230 MV:960
	MW:265 MX:52 MY:60 MZ:258 NA:264 NC:687 NE:227 NG:234 NI:505 NL:31 NO:47 NP:977 NR:674 NU:683 NZ:64
	OM:968 PA:507 PE:51 PF:689 PG:675 PH:63 PK:92 PL:48 PM:508 PS:970 PT:351 PW:680 PY:595 QA:974
	RE:262 RO:40 RS:381 RU:7 RW:250 SA:966 SB:677 SC:248 SD:249 SE:46 SG:65 SH:290 SI:386 SK:421 SL:232 SM:378
	SN:221 SO:252 SR:597 SS:211 ST:239 SV:503 SY:963 SZ:268
	TD:235 TG:228 TH:66 TJ:992 TK:690 TL:670 TM:993 TN:216 TO:676 TR:90 TV:688 TW:886 TZ:255
	UA:380 UG:256 US:1 UY:598 UZ:998 VA:379 VE:58 VN:84 VU:678 WF:681 WS:685 XK:383 YE:967 ZA:27 ZM:260 ZW:263
`;

const words = (text: string) => text.trim().split(/\s+/);

/** Countries (ISO 3166 alpha-2) by what their numbers begin with. ITU-T E.164, North American Numbering Plan. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
	...words(CANADA).map((area) => [`1${area}`, 'CA'] as const),
	...words(`${SHARED} ${OWN_CODES}`).map((row) => {
		const [country = '', code = ''] = row.split(':');
		return [code, country] as const;
	}),
]);

/** All countries that have numbers (ISO 3166 alpha-2). */
export const countryCodes: readonly string[] = [...new Set(COUNTRIES.values())];

const LONGEST_CODE = 4;

/** The country of a phone number's digits (ISO 3166 alpha-2), by the longest code. `undefined` if no country has it. */
export function countryOf(phone: string): string | undefined {
	for (let length = LONGEST_CODE; length > 0; length -= 1) {
		const country = COUNTRIES.get(phone.slice(0, length));
		if (country !== undefined) return country;
	}
	return undefined;
}
