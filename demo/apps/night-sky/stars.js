// Star positions are facts of the J2000 epoch: right ascension and declination
// in degrees, visual magnitude, and a colour class from blue-white to red.
// Stars used only to complete a figure carry no proper name.

const TABLE = `
Sirius|CMa|101.287|-16.716|-1.44|A;Canopus|Car|95.988|-52.696|-0.62|F;Arcturus|Boo|213.915|19.182|-0.05|K
Rigil Kentaurus|Cen|219.902|-60.834|-0.01|G;Vega|Lyr|279.235|38.784|0.03|A;Capella|Aur|79.172|45.998|0.08|G
Rigel|Ori|78.634|-8.202|0.18|B;Procyon|CMi|114.825|5.225|0.4|F;Achernar|Eri|24.429|-57.237|0.45|B
Betelgeuse|Ori|88.793|7.407|0.45|M;Hadar|Cen|210.956|-60.373|0.61|B;Altair|Aql|297.696|8.868|0.76|A
Aldebaran|Tau|68.980|16.509|0.87|K;Spica|Vir|201.298|-11.161|0.98|B;Antares|Sco|247.352|-26.432|1.06|M
Pollux|Gem|116.329|28.026|1.16|K;Fomalhaut|PsA|344.413|-29.622|1.17|A;Deneb|Cyg|310.358|45.280|1.25|A
Mimosa|Cru|191.930|-59.689|1.25|B;Acrux|Cru|186.650|-63.099|0.77|B;Regulus|Leo|152.093|11.967|1.36|B
Adhara|CMa|104.656|-28.972|1.5|B;Gacrux|Cru|187.791|-57.113|1.59|M;Shaula|Sco|263.402|-37.104|1.62|B
Bellatrix|Ori|81.283|6.350|1.64|B;Elnath|Tau|81.573|28.607|1.65|B;Miaplacidus|Car|138.300|-69.717|1.67|A
Alnilam|Ori|84.053|-1.202|1.69|B;Alnair|Gru|332.058|-46.961|1.73|B;Alnitak|Ori|85.190|-1.943|1.74|B
Alioth|UMa|193.507|55.960|1.76|A;Kaus Australis|Sgr|276.043|-34.385|1.79|B;Mirfak|Per|51.081|49.861|1.79|F
Dubhe|UMa|165.932|61.751|1.81|K;Wezen|CMa|107.098|-26.393|1.83|F;Alkaid|UMa|206.885|49.313|1.85|B
Avior|Car|125.628|-59.509|1.86|K;Sargas|Sco|264.330|-42.998|1.86|F;Menkalinan|Aur|89.882|44.947|1.9|A
Atria|TrA|252.166|-69.028|1.91|K;Alhena|Gem|99.428|16.399|1.93|A;Peacock|Pav|306.412|-56.735|1.94|B
Polaris|UMi|37.955|89.264|1.97|F;Castor|Gem|113.649|31.888|1.58|A;Mirzam|CMa|95.675|-17.956|1.98|B
Alphard|Hya|141.897|-8.659|1.99|K;Alsephina|Vel|131.176|-54.709|1.99|A;Hamal|Ari|31.793|23.462|2.01|K
Diphda|Cet|10.897|-17.987|2.04|K;Nunki|Sgr|283.816|-26.297|2.05|B;Menkent|Cen|211.671|-36.370|2.06|K
Alpheratz|And|2.097|29.090|2.07|B;Kochab|UMi|222.676|74.156|2.07|K;Mirach|And|17.433|35.621|2.07|M
Saiph|Ori|86.939|-9.670|2.07|B;Rasalhague|Oph|263.734|12.560|2.08|A;Algol|Per|47.042|40.956|2.09|B
Almach|And|30.975|42.330|2.1|K;Tiaki|Gru|340.667|-46.885|2.12|M;Denebola|Leo|177.265|14.572|2.14|A
Aspidiske|Car|139.273|-59.275|2.21|A;Naos|Pup|120.896|-40.003|2.21|O;Alphecca|CrB|233.672|26.715|2.22|A
Mizar|UMa|200.981|54.925|2.23|A;Sadr|Cyg|305.557|40.257|2.23|F;Suhail|Vel|136.999|-43.433|2.23|K
Eltanin|Dra|269.152|51.489|2.24|K;Schedar|Cas|10.127|56.537|2.24|K;Mintaka|Ori|83.002|-0.299|2.25|O
Caph|Cas|2.295|59.150|2.28|F;Dschubba|Sco|240.083|-22.622|2.29|B;Larawag|Sco|252.541|-34.293|2.29|K
Merak|UMa|165.460|56.382|2.34|A;Izar|Boo|221.247|27.074|2.35|K;Enif|Peg|326.046|9.875|2.38|K
Ankaa|Phe|6.571|-42.306|2.4|K;Phecda|UMa|178.458|53.695|2.41|A;Sabik|Oph|257.595|-15.725|2.43|A
Scheat|Peg|345.944|28.083|2.44|M;Alderamin|Cep|319.645|62.586|2.45|A;Aludra|CMa|111.024|-29.303|2.45|B
Markeb|Vel|140.528|-55.011|2.47|B;Aljanah|Cyg|311.553|33.970|2.48|K;Markab|Peg|346.190|15.205|2.49|B
Menkar|Cet|45.570|4.090|2.54|M;Acrab|Sco|241.359|-19.805|2.56|B;Zosma|Leo|168.527|20.524|2.56|A
Arneb|Lep|83.183|-17.822|2.58|F;Gienah|Crv|183.952|-17.542|2.58|B;Ascella|Sgr|285.653|-29.880|2.6|A
Algieba|Leo|154.993|19.841|2.01|K;Zubeneschamali|Lib|229.252|-9.383|2.61|B;Unukalhai|Ser|236.067|6.426|2.63|K
Sheratan|Ari|28.660|20.808|2.64|A;Kraz|Crv|188.597|-23.397|2.65|G;Ruchbah|Cas|21.454|60.235|2.66|A
Phact|Col|84.912|-34.074|2.65|B;Muphrid|Boo|208.671|18.398|2.68|G;Hassaleh|Aur|74.248|33.166|2.69|K
Mahasim|Aur|89.930|37.213|2.65|A;Kaus Media|Sgr|275.249|-29.828|2.72|K;Tarazed|Aql|296.565|10.613|2.72|K
Porrima|Vir|190.415|-1.449|2.74|F;Imai|Cru|183.786|-58.749|2.75|B;Zubenelgenubi|Lib|222.720|-16.042|2.75|A
Cebalrai|Oph|265.868|4.567|2.76|K;Kornephoros|Her|247.555|21.490|2.78|G;Rastaban|Dra|262.608|52.301|2.79|G
Kaus Borealis|Sgr|276.993|-25.422|2.82|K;Algenib|Peg|3.309|15.184|2.83|B;Alcyone|Tau|56.871|24.105|2.85|B
Vindemiatrix|Vir|195.544|10.959|2.85|G;Tejat|Gem|95.740|22.514|2.87|M;Gomeisa|CMi|111.788|8.289|2.89|B
Cor Caroli|CVn|194.007|38.318|2.89|A;Fawaris|Cyg|296.244|45.131|2.9|B;Albireo|Cyg|292.680|27.960|3.05|K
Mebsuta|Gem|100.983|25.131|3.06|G;Megrez|UMa|183.857|57.033|3.32|A;Navi|Cas|14.177|60.717|2.15|B
Segin|Cas|28.599|63.670|3.35|B;Sheliak|Lyr|282.520|33.363|3.52|B;Sulafat|Lyr|284.736|32.690|3.25|B
Meissa|Ori|83.784|9.934|3.39|O;Pherkad|UMi|230.182|71.834|3|A;Yildun|UMi|263.054|86.586|4.35|A
Adhafera|Leo|154.173|23.417|3.43|F;Chertan|Leo|168.560|15.430|3.33|A;Seginus|Boo|218.019|38.308|3.04|A
Nekkar|Boo|225.487|40.391|3.49|G;Alshain|Aql|298.828|6.407|3.71|G;Wasat|Gem|110.031|21.982|3.5|F
Ain|Tau|67.154|19.180|3.53|K;Tianguan|Tau|84.411|21.143|2.97|B;Lesath|Sco|262.691|-37.296|2.7|B
Fang|Sco|239.713|-26.114|2.89|B;Paikauhale|Sco|248.971|-28.216|2.82|B;Alnasl|Sgr|271.452|-30.424|2.98|K
Algorab|Crv|187.466|-16.515|2.94|A;Minkar|Crv|182.531|-22.620|3.02|K;Xamidimura|Sco|252.968|-38.047|3|B
Almaaz|Aur|75.492|43.823|3.03|F;Nihal|Lep|82.061|-20.759|2.81|G;Matar|Peg|340.751|30.221|2.93|G
*eta Leo|Leo|151.833|16.763|3.48|A;*epsilon Leo|Leo|146.463|23.774|2.97|G;*delta Boo|Boo|228.876|33.315|3.46|G
*rho Boo|Boo|217.957|30.371|3.57|K;*epsilon UMi|UMi|251.493|82.037|4.21|G;*zeta UMi|UMi|236.015|77.794|4.29|A
*eta UMi|UMi|244.376|75.755|4.95|F;*gamma Tau|Tau|64.948|15.628|3.65|K;*phi Sgr|Sgr|281.414|-26.991|3.17|B
*tau Sgr|Sgr|286.735|-27.670|3.32|K;*eta Sco|Sco|258.038|-43.239|3.33|F;*kappa Sco|Sco|265.622|-39.030|2.39|B
*delta Per|Per|55.731|47.788|3.01|B;*epsilon Per|Per|59.463|40.010|2.89|B;*zeta Per|Per|58.533|31.884|2.85|B
*delta Aql|Aql|291.375|3.115|3.36|F;*zeta Aql|Aql|286.353|13.863|2.99|A;*theta Aql|Aql|302.826|-0.821|3.24|B
*gamma Cen|Cen|190.379|-48.960|2.2|A;*epsilon Cen|Cen|204.972|-53.466|2.29|B`;

export const CONSTELLATIONS = {
  And: 'Andromeda',
  Aql: 'the Eagle',
  Ari: 'the Ram',
  Aur: 'the Charioteer',
  Boo: 'the Herdsman',
  CMa: 'the Great Dog',
  CMi: 'the Little Dog',
  CVn: 'the Hunting Dogs',
  Car: 'the Keel',
  Cas: 'Cassiopeia',
  Cen: 'the Centaur',
  Cep: 'Cepheus',
  Cet: 'the Whale',
  Col: 'the Dove',
  CrB: 'the Northern Crown',
  Cru: 'the Southern Cross',
  Crv: 'the Crow',
  Cyg: 'the Swan',
  Dra: 'the Dragon',
  Eri: 'the River',
  Gem: 'the Twins',
  Gru: 'the Crane',
  Her: 'Hercules',
  Hya: 'the Water Snake',
  Leo: 'the Lion',
  Lep: 'the Hare',
  Lib: 'the Scales',
  Lyr: 'the Lyre',
  Oph: 'the Serpent Bearer',
  Ori: 'Orion',
  Pav: 'the Peacock',
  Peg: 'Pegasus',
  Per: 'Perseus',
  Phe: 'the Phoenix',
  PsA: 'the Southern Fish',
  Pup: 'the Stern',
  Sco: 'the Scorpion',
  Ser: 'the Serpent',
  Sgr: 'the Archer',
  Tau: 'the Bull',
  TrA: 'the Southern Triangle',
  UMa: 'the Great Bear',
  UMi: 'the Little Bear',
  Vel: 'the Sails',
  Vir: 'the Virgin',
};

const FIGURES = `
Alkaid-Mizar-Alioth-Megrez-Phecda-Merak-Dubhe-Megrez;Caph-Schedar-Navi-Ruchbah-Segin;Deneb-Sadr-Albireo
Fawaris-Sadr-Aljanah;Polaris-Yildun-*epsilon UMi-*zeta UMi-Kochab-Pherkad-*eta UMi-*zeta UMi
Betelgeuse-Meissa-Bellatrix-Mintaka-Alnilam-Alnitak-Betelgeuse;Mintaka-Rigel-Saiph-Alnitak;Betelgeuse-Bellatrix
Sheliak-Vega-Sulafat-Sheliak;Tarazed-Altair-Alshain;*zeta Aql-Altair-*delta Aql;Altair-*theta Aql
Arcturus-Izar-*delta Boo-Nekkar-Seginus-*rho Boo-Arcturus-Muphrid
Regulus-*eta Leo-Algieba-Adhafera-*epsilon Leo;Algieba-Zosma-Denebola-Chertan-Regulus;Zosma-Chertan
Castor-Mebsuta-Tejat;Pollux-Wasat-Alhena;Castor-Pollux;Elnath-Ain-*gamma Tau-Aldebaran-Tianguan
Capella-Menkalinan-Mahasim-Elnath-Hassaleh-Almaaz-Capella;Alpheratz-Scheat-Markab-Algenib-Alpheratz;Markab-Enif
Scheat-Matar;Alpheratz-Mirach-Almach;Mirfak-Algol;Mirfak-*delta Per-*epsilon Per-*zeta Per;Hamal-Sheratan
Mirzam-Sirius-Wezen-Adhara;Wezen-Aludra;Procyon-Gomeisa;Arneb-Nihal;Gienah-Algorab-Kraz-Minkar-Gienah
Spica-Porrima-Vindemiatrix;Zubenelgenubi-Zubeneschamali;Acrab-Dschubba-Fang;Dschubba-Antares-Paikauhale-Larawag
Larawag-Xamidimura-*eta Sco-Sargas-*kappa Sco-Shaula-Lesath;Eltanin-Rastaban;Rasalhague-Cebalrai-Sabik
Alnasl-Kaus Media-Kaus Australis-Ascella-*tau Sgr-Nunki-*phi Sgr-Ascella;Kaus Media-Kaus Borealis-*phi Sgr
Kaus Australis-Alnasl;Acrux-Gacrux;Mimosa-Imai;Rigil Kentaurus-Hadar-*epsilon Cen-*gamma Cen;*epsilon Cen-Menkent
Canopus-Miaplacidus;Avior-Aspidiske;Alsephina-Markeb-Suhail;Alnair-Tiaki`;

export const STARS = entries(TABLE).map((entry) => {
  const [name, constellation, ra, dec, magnitude, kind] = entry.split('|');
  return {
    name: name.startsWith('*') ? '' : name,
    key: name,
    constellation,
    ra: Number(ra),
    dec: Number(dec),
    magnitude: Number(magnitude),
    kind,
  };
});

/** Pairs of stars to be joined by a line. */
export const LINES = entries(FIGURES).flatMap((figure) => {
  const members = figure.split('-').map((key) => STARS.find((star) => star.key === key));
  return members.slice(1).map((star, i) => [members[i], star]);
});

function entries(text) {
  return text.trim().split(/[;\n]/);
}
