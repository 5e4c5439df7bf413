//! Rules that witnesses have to obey, as the published descriptions of their formats have them.

pub(crate) mod graphml;
pub(crate) mod yaml;
