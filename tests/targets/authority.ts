import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file of the authority that the processes of the tests trust, as those of a run trust the one of its target. */
export const authorityFile = fileURLToPath(new URL('./authority.pem', import.meta.url));

/** The authority, which signs certificates of services. Its key is public, because it protects only tests. */
export const authority = {
  cert: readFileSync(authorityFile, 'utf8'),
  key: `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQC6AwH2ZtKD6L9A
Vs1HdMSYFlqtKI4SHb8pG+Kr1alU0wjEOOUerhX0VcnYRGPEi0SQPH0ri7wjXAic
J9Q6HXLblItffQ+Yc5y5pZJrxTxGoQatwohVKQ5PQikvKA2He5KHtHcWiGqUmsX/
QX5zMz1WYMkuemfgguq/IwrS/Dsm+OmFm5Pf6fQf/UJEZamI0AjfiHPknKtWncHO
re2WXCHwP4vgVO2BVKJunrTxH2+pqKaZ4YY7i8L6/nZ4Nn5ixR+sV1Rv0BCGsgkL
YQcvX/7wQwU+1rVVKywJ6p1+F3lnn4zlNNu1j+hl/BUy58DK3Lpf2DkXzYPDESBX
yWomG+HpAgMBAAECggEACTe0mrDafS8E8PgYpGd1vsBMY6/2LlhrIc7Djro41U0U
ir4QIzauA0c6lol5DbwFrmIY+nl/symJbiI5Iur/qs56rkVLv+/4fqGBbEQVlNox
z3ny3B7Q/eGzmcKuSyxFTBt5qNQi9/EBER3Tde1pJxp4m++75pppwz6psJjBFzSB
MD/bydtp3+tffnWt55qBGDdanaXbdw7cnz0VYUs0YhjegRzfB6meJCRGunAS2zuc
Z0WRtBymVN1KWU3sI0lfGMgnsdLO9Qvso5axkBpoiNCufKiR0fejeDWBx95jGsJq
c212qrudNcnDNKxcG2IGRL4LFkthS7fryuCfbNBxwwKBgQDgICtvK95Ys6vkeCfJ
9FEpdvsenSMfmZapiM6iTc69irklHfv5csGk+Gisv1XB245W3Qzco4H8A8bJZK46
k7XhtUOf2+aU357fPZtaDrcUEc0/DSyR5nZx7cXWLkkAs3nLVNwwY9LIDS+JKopl
/k+vJIsoW+QmR99XsyZx0xEKcwKBgQDUdzW6vPsNe099eScn0gTEVNcwnZvV5Sj2
kh8Pbr8Ed2YdGdnfaQnivIXMPz9yB6mOVM2LL/ecrH4rkIWkUPPtykrDfa668vtL
cKjqEFlozvU2w1dtsYhjJjjl1z6hrGu6s2IOKo161cS9PTDz8OtZQP7tEZqLRIYc
RvCOT6m/MwKBgA5A/YIsgA+UHbKCEcW+TAsfDgl8ZOd1lSdjFAEugZ98WxoJNiU/
LyGWytFxubqChCLyHAdMPtAQTWwxgwMmscKRDKP2EEwXjLsV5/NqTCpyl2MTK2p8
BbxpKtPcTbhFsdFErFxHfPhMHmHS2spxyg+Re2gtr+zfVUz2j9NdYRARAoGALvc3
GlNiD6XdeXgJjsTfJuM2Olnss8iXWIIOeaPad8tI+E/ZmIgolkVkMjUc+kD1WzAl
y4nL64c50Ll+wUbf1QWtpy8mK89Ae3mo7Sy2BvQQwo1Fy0q+QmSVmUEOaECsA7ZZ
i5YedjPA7LAVHSd5bt5uO8tzZSu9lYyc6mhztn8CgYBQ8egf5Ef+1ocJ9A5wbU5C
b0I3vuycjdSizssyNmUmnSQMOQMnc/DEeohA4TRB/AJJ4BQmlsQ5oLvkGvNKY7mD
srmWiJqMxoCSvGVVbhfLTQ8flhoogYVMbd4n7foFPtl5AheXtEQKnYSfvS8a0emN
5ygqKCjC125tkxoZFduHeg==
-----END PRIVATE KEY-----
`,
};
