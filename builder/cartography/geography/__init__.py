"""Coast, projection and regions of a board drawn from longitude and latitude."""
