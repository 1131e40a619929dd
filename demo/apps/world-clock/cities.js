// Zone names come from the IANA database, positions are whole degrees: enough to
// tell where the sun stands.

const TABLE = `
Honolulu|Pacific/Honolulu|21|-158;Anchorage|America/Anchorage|61|-150;Los Angeles|America/Los_Angeles|34|-118
Vancouver|America/Vancouver|49|-123;Denver|America/Denver|40|-105;Mexico City|America/Mexico_City|19|-99
Chicago|America/Chicago|42|-88;Bogotá|America/Bogota|5|-74;Lima|America/Lima|-12|-77;New York|America/New_York|41|-74
Toronto|America/Toronto|44|-79;Santiago|America/Santiago|-33|-71;Buenos Aires|America/Argentina/Buenos_Aires|-35|-58
São Paulo|America/Sao_Paulo|-24|-47;Reykjavík|Atlantic/Reykjavik|64|-22;Lisbon|Europe/Lisbon|39|-9
London|Europe/London|51|0;Dublin|Europe/Dublin|53|-6;Lagos|Africa/Lagos|6|3;Casablanca|Africa/Casablanca|34|-8
Madrid|Europe/Madrid|40|-4;Paris|Europe/Paris|49|2;Berlin|Europe/Berlin|53|13;Zurich|Europe/Zurich|47|9
Rome|Europe/Rome|42|12;Stockholm|Europe/Stockholm|59|18;Warsaw|Europe/Warsaw|52|21;Athens|Europe/Athens|38|24
Helsinki|Europe/Helsinki|60|25;Kyiv|Europe/Kiev|50|31;Cairo|Africa/Cairo|30|31;Cape Town|Africa/Johannesburg|-34|18
Nairobi|Africa/Nairobi|-1|37;Istanbul|Europe/Istanbul|41|29;Dubai|Asia/Dubai|25|55;Karachi|Asia/Karachi|25|67
Mumbai|Asia/Kolkata|19|73;Kathmandu|Asia/Kathmandu|28|85;Dhaka|Asia/Dhaka|24|90;Bangkok|Asia/Bangkok|14|101
Jakarta|Asia/Jakarta|-6|107;Singapore|Asia/Singapore|1|104;Hong Kong|Asia/Hong_Kong|22|114
Shanghai|Asia/Shanghai|31|121;Manila|Asia/Manila|15|121;Perth|Australia/Perth|-32|116;Seoul|Asia/Seoul|38|127
Tokyo|Asia/Tokyo|36|140;Sydney|Australia/Sydney|-34|151;Auckland|Pacific/Auckland|-37|175`;

export const CITIES = TABLE.trim()
  .split(/[;\n]/)
  .map((entry) => {
    const [name, zone, latitude, longitude] = entry.split('|');
    return { name, zone, latitude: Number(latitude), longitude: Number(longitude) };
  });
