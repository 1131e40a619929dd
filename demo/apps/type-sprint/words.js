const COMMON =
  `the of and to in is you that it he was for on are with his they at be this have from or one had by
words but not what all were we when your can said there use each which she how their if will up other about out many
then them these some her would make like him into time has look two more write go see number way could people than
first water been call who now find long down day did get come made may part over new sound take only little work
know place year live back give most very after thing our just name good sentence think say great where help through
much before line right too mean old any same tell boy follow came want show also around form three small set put end
does another well large must big even such because turn here why ask went men read need land different home us move
try kind hand picture again change off play spell air away animal house point page letter mother answer found study
still learn should world high every near add food between own below country plant last school father keep tree never
start city earth eye light thought head under story saw left few while along might close something seem next hard
open example begin life always those both paper together got group often run important until children side feet car
mile night walk white sea began grow took river four carry state once book hear stop without second later miss idea
enough eat face watch far really almost let above girl sometimes mountain cut young talk soon list song being leave
family music colour quick bright garden window summer coffee jump rocket pixel lemon cloud puzzle`.split(
    /\s+/,
  );

/** Endless words in random order, never the same one twice in a row. */
export function pickWords(count, random = Math.random) {
  const picked = [];
  while (picked.length < count) {
    const word = COMMON[Math.floor(random() * COMMON.length)];
    if (word !== picked.at(-1)) picked.push(word);
  }
  return picked;
}
